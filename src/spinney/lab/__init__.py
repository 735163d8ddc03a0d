"""Experiments with many games, for designers and researchers: simulation, arena, training,
speed."""
