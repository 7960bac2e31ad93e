"""Times the explorer in a terminal, from a key to the first bytes of its frame: python keys.py PROGRAM PATH [KEYS]."""

import fcntl
import os
import pty
import random
import select
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time

ROWS, COLUMNS = 40, 140
KEYS = [key.encode() for key in "jk\tlh\r][GgmAwSdi+-\x1b"]
SETTLES, WAITS, LATE = 3.0, (0.02, 0.05, 0.15), 16.0


def start(program: str, path: str) -> tuple[int, int]:
    """Start the program in a terminal of its own."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm-256color", XDG_STATE_HOME=tempfile.mkdtemp())
        os.execv(program, [program, path])  # noqa: S606
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    os.kill(child, signal.SIGWINCH)
    return child, terminal


def drain(terminal: int, seconds: float) -> None:
    """Read what is drawn meanwhile."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        if select.select([terminal], [], [], left)[0]:
            os.read(terminal, 1 << 16)


def main(program: str, path: str, count: int) -> None:
    """Press keys, and print how long their frames took."""
    child, terminal = start(program, path)
    drain(terminal, SETTLES)
    chance = random.Random(4)  # noqa: S311
    times = []
    for _ in range(count):
        drain(terminal, chance.choice(WAITS))
        key = chance.choice(KEYS)
        begun = time.monotonic()
        os.write(terminal, key)
        if select.select([terminal], [], [], 0.4)[0]:
            times.append((time.monotonic() - begun) * 1000)
    if os.waitpid(child, os.WNOHANG) != (0, 0):
        # The terminal would have answered by itself.
        sys.exit(f"{path}: expected a program that shows it, found one that has ended")
    os.kill(child, signal.SIGKILL)
    times.sort()
    high = times[int(len(times) * 0.99)]
    late = sum(own > LATE for own in times)
    middle = statistics.median(times)
    print(f"{len(times)} frames: median {middle:.1f} ms, 99th percentile {high:.1f}, most {times[-1]:.1f}; {late} above {LATE:.0f}")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 400)
