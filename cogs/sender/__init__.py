"""The sender: it posts, edits and deletes every message that is queued in the outbox."""
