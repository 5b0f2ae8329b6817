"""Signing in and out of a browser, API tokens, enrolment of hosts."""
