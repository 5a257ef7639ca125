"""Take what comes of the cases for what is expected: `python -m tests.accept [CASE...]`.

What has changed is for you to read, by `git diff`, before you commit it.
"""

from __future__ import annotations

import sys

from .outcomes import CASES, expected, folders, outcome


def main(names: list[str]) -> None:
    """Rewrite the expected files of these cases, or of all."""
    for folder in [CASES / name for name in names] or folders():
        before, after = expected(folder), outcome(folder)
        for name in before.keys() | after.keys():
            if name not in after:
                (folder / name).unlink()
            elif after[name] != before.get(name):
                (folder / name).write_text(after[name], encoding="utf-8")
        if before != after:
            print(f"accepted {folder.name}")


if __name__ == "__main__":
    main(sys.argv[1:])
