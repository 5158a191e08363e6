"""Reports as one HTML file each: no network, no foreign markup, words of a session only as text."""
