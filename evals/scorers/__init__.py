"""Inspect scorers around the checks: they fetch what a check needs, and judge nothing themselves."""
