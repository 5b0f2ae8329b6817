"""What other programs made of an output on its way: encodings, marks before every line, markup, strings in JSON."""
