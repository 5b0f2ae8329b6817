"""Every sentence of the findings as a template, by subject, for editors and translators. Rules fill them in."""
