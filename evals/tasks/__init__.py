"""One Inspect task per file."""
