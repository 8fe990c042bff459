"""Pictures of Schlossgarten."""
