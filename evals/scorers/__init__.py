"""One thin Inspect scorer per check: it fetches what the check needs, and judges nothing itself."""
