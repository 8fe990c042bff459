"""Pictures of The Hanging Gardens."""
