"""Users, invitations, one's own account, the audit log."""
