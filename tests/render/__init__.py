"""Pictures: size, content that matters, names from strangers, and golden pictures."""
