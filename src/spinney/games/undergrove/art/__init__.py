"""The drawings of Undergrove."""
