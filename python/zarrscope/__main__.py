"""``python -m zarrscope``: the program itself."""

import subprocess
import sys

from ._command import ZarrscopeError, binary


def main() -> int:
    """Run the program with the arguments of this one, and give its exit status."""
    try:
        return subprocess.run([binary(), *sys.argv[1:]], check=False).returncode
    except ZarrscopeError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
