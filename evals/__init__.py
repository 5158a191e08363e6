"""The harness: runs the coach against simulated athletes and judges the sessions."""
