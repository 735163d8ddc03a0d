"""Many games at once: for designers and researchers."""
