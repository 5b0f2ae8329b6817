"""Jobs whose results may be held against datasheets: for agents that run them."""
