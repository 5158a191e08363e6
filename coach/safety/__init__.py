"""The safety gate: reviewed rules as data, three-valued, failing closed. Knows no model and no conversation."""
