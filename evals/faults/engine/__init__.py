"""Faults of the engine around the model: its table of moves, its gate, its tools, its history."""
