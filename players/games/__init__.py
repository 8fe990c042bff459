"""What promises points in each game: a module for each, which offers ``FEATURES``."""
