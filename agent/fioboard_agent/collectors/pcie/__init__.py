"""PCI functions: addresses, links, error counters, slots and names."""
