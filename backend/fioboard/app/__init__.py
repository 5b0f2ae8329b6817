"""One folder per thing a user does: routes, and a service where something is decided. Neighbours, not housemates."""
