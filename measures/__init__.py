"""The statistics of the harness and of reports, one concept a file. Pure functions; knows no run and no file."""
