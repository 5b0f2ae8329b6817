"""Hosts: the machines that were measured, with their inventories over time and what differs between two."""
