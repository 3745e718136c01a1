"""Holds a listening socket and runs a server on it, as systemd does: again whenever it ends.

  socket-holder.py PORT COMMAND [ARGUMENT ...]
"""

import os
import socket
import sys

port, *command = sys.argv[1:]
listening = socket.socket()
listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
listening.bind(("127.0.0.1", int(port)))
listening.listen(128)
if listening.fileno() != 3:
    os.dup2(listening.fileno(), 3)
os.set_inheritable(3, True)
while True:
    child = os.fork()
    if child == 0:
        os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1")
        os.execvp(command[0], command)
    os.waitpid(child, 0)
