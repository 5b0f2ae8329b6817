"""Why a backup was not taken or not put back."""


class BackupRefused(Exception):
    """One sentence for people; nothing was changed."""
