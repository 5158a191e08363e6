"""Imported first by the process that forks the workers, and by no other: Ctrl-C ends it without a traceback."""

import signal

signal.signal(signal.SIGINT, signal.SIG_DFL)
signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
