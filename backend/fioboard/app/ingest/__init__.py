"""Uploads and imports: from bytes on the wire to committed rows. Exactly once, all or nothing."""
