"""Runs all tests, or those whose names are given: suite.py [part of a name…]"""

import os
import pathlib
import sys
import time
import unittest

FOLDER = str(pathlib.Path(__file__).parent)


def main(names):
    loader = unittest.defaultTestLoader
    if names:
        loader.testNamePatterns = [f"*{name}*" for name in names]
    suite = loader.discover(FOLDER, pattern="test_*.py", top_level_dir=FOLDER)
    begun = time.monotonic()
    runner = unittest.TextTestRunner(verbosity=2, failfast=bool(os.environ.get("PARLOR_FAILFAST")), durations=5) \
        if sys.version_info >= (3, 12) else unittest.TextTestRunner(verbosity=2, failfast=bool(os.environ.get("PARLOR_FAILFAST")))
    result = runner.run(suite)
    print(f"{result.testsRun} tests in {time.monotonic() - begun:.0f} s")
    if result.skipped and os.environ.get("PARLOR_REQUIRE_ORACLES") == "1":
        print("skipped, where nothing may be:", ", ".join(str(test) for test, _ in result.skipped))
        return 1
    return 0 if result.wasSuccessful() and result.testsRun > 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
