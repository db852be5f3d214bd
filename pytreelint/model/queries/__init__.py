"""Questions that rules, fixes and reports ask of a model that has run."""
