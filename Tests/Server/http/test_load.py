"""The commands of Benchmarks/README.md that measure a server work. Here they run with very little load, and lose nothing."""
import json
import re
import shlex
import subprocess
import sys
import unittest

from servers import ROOT, program

PAGE = (ROOT / "Benchmarks/README.md").read_text()
LITTLE = ["--seconds", "1", "--players", "2", "--matches", "40", "--streams", "30", "--plies", "10", "--server", str(program())]


class Load(unittest.TestCase):
    def test_every_figure_can_be_measured(self):
        commands = re.findall(r"^python3 (server/Benchmarks/load\.py [^#\n]*)", PAGE, re.M)
        figures = set()
        for command in commands:
            if "nats://" in command:
                continue
            with self.subTest(command=command):
                done = subprocess.run(
                    [sys.executable, *shlex.split(command), *LITTLE], cwd=ROOT, capture_output=True, text=True, timeout=120)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                figure = json.loads(done.stdout)
                figures.add(figure["figure"])
                self.assertEqual((figure.get("gaps", 0), figure.get("missing", 0)), (0, 0))
                self.assertGreater(figure.get("moves", 1), 0)
        self.assertEqual(figures, {"moves", "open matches", "event streams", "cold load"})
        self.assertEqual(len(commands), 5)


if __name__ == "__main__":
    unittest.main()
