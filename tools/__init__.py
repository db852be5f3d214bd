"""Scripts for the people who work on pytreelint; nothing here is installed."""
