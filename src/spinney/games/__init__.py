"""The shelf: a folder here is a game."""
