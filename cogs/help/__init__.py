"""The first steps: /help."""
