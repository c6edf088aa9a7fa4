"""Runs all tests, or those whose names are given, in one browser against one server: suite.py [part of a name…]"""

import os
import pathlib
import signal
import sys
import time
import unittest

import windows

FOLDER = str(pathlib.Path(__file__).parent)


class Timed(unittest.TextTestResult):
    """Prints the time of each test."""

    def startTest(self, test):
        self.begun = time.monotonic()
        super().startTest(test)

    def addSuccess(self, test):
        self.stream.write(f"{time.monotonic() - self.begun:.1f} s, ")
        super().addSuccess(test)

    def getDescription(self, test):
        return test.id().partition(".")[2] if isinstance(test, unittest.TestCase) else str(test)


def stop(number, frame):
    """Ends the started processes when the time is up. Doesn't wait for them, because any of them may hang."""
    sys.stderr.write(f"\nstopped by signal {number}: PARLOR_BROWSER_SECONDS has the seconds that there are\n")
    if "house" in windows.shared:
        windows.shared["house"].close()
    os._exit(1)


def main(names):
    loader = unittest.defaultTestLoader
    if names:
        loader.testNamePatterns = [f"*{name}*" for name in names]
    suite = loader.discover(FOLDER, pattern="test_*.py", top_level_dir=FOLDER)
    begun = time.monotonic()
    signal.signal(signal.SIGTERM, stop)
    try:
        result = unittest.TextTestRunner(verbosity=2, resultclass=Timed, failfast=bool(os.environ.get("PARLOR_FAILFAST"))).run(suite)
    finally:
        windows.close()
    print(f"{result.testsRun} tests in {time.monotonic() - begun:.0f} s; pictures of the pages: {windows.SHOTS}")
    if result.skipped and os.environ.get("PARLOR_REQUIRE_ORACLES") == "1":
        print("skipped, where nothing may be:", ", ".join(str(test) for test, _ in result.skipped))
        return 1
    return 0 if result.wasSuccessful() and result.testsRun > 0 else 1


sys.exit(main(sys.argv[1:]))
