"""What is computed: bytes and documents in, judgements out. Pure: no database, network, clock or framework."""
