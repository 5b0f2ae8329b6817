"""One folder a subject: its routes, and modules where something is decided. Neighbours, not housemates."""
