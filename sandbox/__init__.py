"""A local stand-in for Discord: REST v10, gateway v10, four people and a page."""
