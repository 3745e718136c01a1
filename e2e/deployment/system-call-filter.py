"""Runs a command under a system-call filter, as systemd would: what is not allowed fails.

  system-call-filter.py ERRNO ALLOWED,ALLOWED,... COMMAND [ARGUMENT ...]

Uses libseccomp, which systemd brings. Calls that this architecture does not have are left out.
"""

import ctypes
import os
import sys

ALLOW = 0x7FFF0000
FAIL_WITH = 0x00050000


def load_filter(errno: int, allowed: list[str]) -> None:
    seccomp = ctypes.CDLL("libseccomp.so.2")
    seccomp.seccomp_init.restype = ctypes.c_void_p
    context = ctypes.c_void_p(seccomp.seccomp_init(FAIL_WITH | errno))
    for name in allowed:
        number = seccomp.seccomp_syscall_resolve_name(name.encode())
        if number < 0:
            continue
        failure = seccomp.seccomp_rule_add_array(context, ALLOW, number, 0, None)
        if failure != 0:
            raise OSError(-failure, f"{name} cannot be allowed")
    failure = seccomp.seccomp_load(context)
    if failure != 0:
        raise OSError(-failure, "the filter cannot be loaded")


errno, allowed, *command = sys.argv[1:]
load_filter(int(errno), allowed.split(","))
os.execvp(command[0], command)
