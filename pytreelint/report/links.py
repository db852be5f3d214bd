"""The addresses of the project's pages. They stand nowhere else."""

DOCUMENTATION = "https://pytreelint.readthedocs.io/en/latest"


def rule_page(code: str) -> str:
    """The address of a rule's page; of another package's rule, where it is said what such rules are."""
    if not code.startswith("PTL"):
        return f"{DOCUMENTATION}/extending/"
    return f"{DOCUMENTATION}/rules/{code}/"
