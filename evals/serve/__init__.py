"""A loopback server that refuses what the Claude Messages API refuses and answers from the offline models.

What it refuses and how it counts and prices rests on published documentation and on the types of the SDK named in
pyproject.toml; no live call was made. Each module says what its rules rest on. `families.toml` holds what differs by
model.
"""
