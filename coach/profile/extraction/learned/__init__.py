"""A trained layer over the rules: it weighs what they found and adds what they missed, where it is sure."""
