"""Why a backup was not made or not restored."""


class BackupRefused(Exception):
    """One sentence for people; nothing was changed."""
