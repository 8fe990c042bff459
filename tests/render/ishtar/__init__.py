"""Pictures of Ishtar."""
