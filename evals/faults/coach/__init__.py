"""Faults of the offline coach: what it hears, records, asks and says."""
