"""What every room may use: settings, database sessions, errors, ids, times, compression. Knows no subject."""
