"""Saved views: a page's filter, columns and axes under a name. Everybody sees them; editors change them."""
