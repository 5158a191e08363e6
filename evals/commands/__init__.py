"""One command of `coach-eval` per file; each has `run(arguments) -> exit code`, imported only when it is called."""
