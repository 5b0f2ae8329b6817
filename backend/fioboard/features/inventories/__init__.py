"""Inventories: one host's hardware and settings at one moment, its picture, and what differs between two."""
