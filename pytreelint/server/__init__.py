"""The language server: what editors are told, over LSP."""
