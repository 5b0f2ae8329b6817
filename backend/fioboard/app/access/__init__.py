"""Who is asking, and may they: the one place where every request's rights are checked. Denies by default."""
