"""Sessions of coaches built elsewhere: the published format, converters to it, and how the checks get to see them."""
