"""2xx: raw transforms over what they cannot take."""
