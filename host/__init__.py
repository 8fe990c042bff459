"""What happens around a table: knows rules and rows, knows no Discord."""
