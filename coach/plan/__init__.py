"""Training plans: fitness, planner, validation. Knows no model and no conversation."""
