"""Notes on time: what people write at a moment of a host or of all."""
