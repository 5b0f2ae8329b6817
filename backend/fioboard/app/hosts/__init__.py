"""The machines that were measured, their hardware, and their drives."""
