"""What syntax alone answers: walks, scopes, names, what may change."""
