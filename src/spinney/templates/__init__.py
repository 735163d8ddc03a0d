"""The small, complete game that `spinney new-game` copies. It is not on the shelf."""
