"""Texts as vectors: a small pretrained encoder whose upper layers are trained for one purpose each."""
