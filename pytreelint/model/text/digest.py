"""blake2b without the rest of `hashlib`, which loads OpenSSL to offer the same."""

from __future__ import annotations

try:
    from _blake2 import blake2b
except ImportError:  # a build of Python without it
    from hashlib import blake2b

__all__ = ["blake2b"]
