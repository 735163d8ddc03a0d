"""Tables without a transport: rooms, requests, viewers and messages.

A server, a browser page and the tests all drive the same code in here. It imports no web server and
no database. Those come in through three protocols: `Store` (store.py), `Bots` (bots.py) and
`Counts` (counts.py).
"""
