"""From results to pages. Reads logs; knows neither the coach nor the judges."""
