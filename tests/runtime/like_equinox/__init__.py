"""What Equinox documents, done with its transforms and with ours."""
