"""The rules of Undergrove, chapter by chapter; rules.py binds them."""
