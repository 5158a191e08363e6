"""Simulated athletes. Knows the coach's field catalogue and nothing else of the coach."""
