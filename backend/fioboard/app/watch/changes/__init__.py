"""Changes of watched series: found in the background, listed, and what people note of them."""
