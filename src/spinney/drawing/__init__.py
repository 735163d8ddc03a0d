"""Scenes and pictures of what a seat sees."""
