"""Training of the two readers of meaning. Needs PyTorch, which nothing else does: see CONTRIBUTING.md."""
