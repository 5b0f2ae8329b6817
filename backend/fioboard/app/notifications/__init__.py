"""Notifications: rules of people, and the worker that tells them of changes by webhook and mail."""
