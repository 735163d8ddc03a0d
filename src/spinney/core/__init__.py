"""The contract of a game and what follows from it: states, moves, matches, records, random numbers.

Nothing in this package knows a game or draws anything.
"""
