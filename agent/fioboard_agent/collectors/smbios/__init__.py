"""The firmware's own tables (SMBIOS): where they are, their records, and what the records mean."""
