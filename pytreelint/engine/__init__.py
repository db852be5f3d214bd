"""Files in, findings out: discovery, configuration, suppression, cache, workers."""
