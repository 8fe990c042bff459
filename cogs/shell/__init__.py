"""The interaction layer: every command, button, menu and form passes through it, from routing to the delivered answer."""
