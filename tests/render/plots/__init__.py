"""Plots: their look, their numbers, and words of any length."""
