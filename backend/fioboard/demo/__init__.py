"""Demo data: five real cases, rebuilt from the figures that their owners published; pure: figures in, documents out.

Nothing is invented: what a case does not tell is absent. The documents say of themselves that they are reconstructed.
"""
