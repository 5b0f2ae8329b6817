"""The service itself: its health, what browsers and test hosts fetch from it, reading originals again."""
