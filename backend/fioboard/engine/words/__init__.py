"""The words of the product, each declared once: columns of results, metrics, factors, limits.

Pure. From these declarations follow SQL, answers, shares, tables, OpenAPI, the glossary and the front end's
vocabulary.gen.ts. Nothing here decides anything; who uses a word asks for it here.
"""
