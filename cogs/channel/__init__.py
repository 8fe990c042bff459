"""What channels and people are sent: boards, notices, threads."""
