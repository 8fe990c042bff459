"""Speed, size and growth, measured side by side in one run."""
