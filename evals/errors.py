"""What the harness raises on purpose.

coach.errors.InputError    what a person wrote is wrong (exit code 2)
└── RunError               a run cannot be started or found
"""

from coach.errors import InputError


class RunError(InputError):
    """`RunError(what)`: what is wrong and what to do about it."""
