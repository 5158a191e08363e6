"""Faults of the simulated athlete, who leaves the script of its file."""
