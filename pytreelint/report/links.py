"""Where the project's pages are. The only place that knows."""

DOCUMENTATION = "https://pytreelint.readthedocs.io/en/latest"


def rule_page(code: str) -> str:
    """The address of a rule's page."""
    return f"{DOCUMENTATION}/rules/{code}/"
