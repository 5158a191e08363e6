"""The field catalogue, and profiles of known facts."""
