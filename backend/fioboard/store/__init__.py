"""What is kept: PostgreSQL, tables, statements, originals, backups. Knows no route and no page."""
