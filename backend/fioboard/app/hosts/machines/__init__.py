"""Hosts: the machines that were measured."""
