"""What `spinney new-game` starts from: a small, complete game. It is not on the shelf."""
