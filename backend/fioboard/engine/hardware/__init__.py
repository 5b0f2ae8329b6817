"""What a machine is made of, and what its vendors promise."""
