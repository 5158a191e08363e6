"""A plan as files that athletes use: calendar, watch, platform, spreadsheet, page. Adds no fact to the plan."""
