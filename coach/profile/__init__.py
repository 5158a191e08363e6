"""The field catalogue, profiles of known facts, and the extraction of facts from words."""
