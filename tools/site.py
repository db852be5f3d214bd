"""What the site has besides the files of `docs/`: pages that stand at the root of the repository, a list of the rules.

A hook of mkdocs: https://www.mkdocs.org/user-guide/configuration/#hooks
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BESIDE = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md", "SECURITY.md": "security.md"}
_LINK = re.compile(r"\]\(([^)#\s]+)(#[^)\s]*)?\)")
_ANCHOR = re.compile(r"^#+ (?P<title>.*)$", re.MULTILINE)


def on_files(files: Any, config: Any) -> Any:
    """Add the pages that lie elsewhere."""
    from mkdocs.structure.files import File

    for name, page in BESIDE.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=inward(text)))
    files.append(File.generated(config, "rules/index.md", content=rules()))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Links of `docs/` that lead out of it lead to those pages, or to no page."""
    up = "../" * page.file.src_uri.count("/")

    def led(match: re.Match[str]) -> str:
        target, anchor = match[1], match[2] or ""
        name = target.rpartition("/")[2]
        if target.startswith("../") and target == f"{up}../{name}" and name in BESIDE:
            return f"]({up}{BESIDE[name]}{anchor})"
        return match[0]

    return _LINK.sub(led, markdown)


def inward(text: str) -> str:
    """A page of the root as one of `docs/`: what it links to there is beside it, what lies elsewhere is no link."""

    def led(match: re.Match[str]) -> str:
        target, anchor = match[1], match[2] or ""
        if "://" in target:
            return match[0]
        if target.startswith("docs/") and (ROOT / target).suffix == ".md":
            return f"]({target.removeprefix('docs/')}{anchor})"
        return f"]({BESIDE[target]}{anchor})" if target in BESIDE else "]"

    return re.sub(r"\[([^\]]*)\]$", r"\1", _LINK.sub(led, text)).replace("]]", "]")


def rules() -> str:
    """The table of the rules, as the README has it."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    table = readme.partition("<!-- rules: begin")[2].partition("-->\n")[2].partition("<!-- rules: end -->")[0]
    return "# Rules\n\n" + table.replace("](docs/rules/", "](")
