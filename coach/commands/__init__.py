"""One command of `coach` per file; each has a click command `command`, imported only when it is called."""
