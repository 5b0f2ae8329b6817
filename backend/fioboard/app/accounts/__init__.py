"""Signing in, API tokens, enrolment of hosts, users, invitations, one's own account, the audit log."""
