"""The registry of factors, for pages that offer them."""
