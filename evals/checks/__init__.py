"""Pure judgements of a finished session. Knows no framework and no file."""
