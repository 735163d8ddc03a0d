"""The rules of Undergrove, one file for each subject. state.py is the place to begin."""
