"""Where arrays are, and what differs from device to device."""
