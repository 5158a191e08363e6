"""Inspect metrics over all sessions of a run, one per file. Sessions that were not judged are in none of them."""
