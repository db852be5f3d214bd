"""The protocol of pygls, without what it keeps of each message."""

from __future__ import annotations

from typing import Any

from pygls.protocol import LanguageServerProtocol


class Protocol(LanguageServerProtocol):  # type: ignore[misc]
    """Forgets the handlers that have ended.

    pygls keeps the future of each handler so that its request can be cancelled, and drops it when the answer is sent.
    A notification has no answer: its future stayed until the server ended, 1.5 kilobytes for each key that is pressed.
    """

    def _execute_handler(self, msg_id: Any, handler: Any, *args: Any, **kwargs: Any) -> None:
        super()._execute_handler(msg_id, handler, *args, **kwargs)
        future = self._request_futures.get(msg_id)
        if future is not None:
            future.add_done_callback(lambda done: self._request_futures.pop(msg_id, None))
