"""What the harness raises on purpose.

coach.errors.InputError    what a person wrote is wrong (exit code 64)
└── RunError               a run cannot be started or found
    └── RunStopped         Ctrl-C ended a run (exit code 130)
"""

from coach.errors import INTERRUPTED, InputError


class RunError(InputError):
    """`RunError(what)`: what is wrong and what to do about it."""


class RunStopped(RunError):
    """`RunStopped(what)`: what is kept of the run, and the command that goes on."""

    exit_code = INTERRUPTED
