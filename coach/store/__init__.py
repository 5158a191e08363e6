"""Where sessions are kept: each event hash-chained to the one before."""
