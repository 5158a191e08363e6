"""The statistics of reports, one concept a file. Pure functions of numbers; knows no run, scorer or file."""
