"""Series: any metric over any factor, every single value visible, nothing averaged that must not be."""
