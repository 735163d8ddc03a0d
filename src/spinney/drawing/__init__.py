"""Scenes and pictures: what a seat sees, drawn."""
