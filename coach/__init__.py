"""The coach: a conversation as a state machine with a safety gate in code. Knows nothing of evaluation."""
