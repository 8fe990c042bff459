"""Features of each game that promise points: a module for each, which offers ``FEATURES``."""
