"""Settings of a server and tools for its managers."""
