"""Discord's own matters: error codes, retries, rate limits, emojis. Nothing here knows a table or a game."""
