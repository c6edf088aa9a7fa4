"""Requests that schemathesis (https://schemathesis.readthedocs.io) generates from the OpenAPI document: allowed ones, and many others."""

import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import unittest

from client import ServerTest, get

CASES = os.environ.get("PARLOR_HTTP_CASES", "25")
# The time for following links, and the seed and number of the cases. `make test-openapi` uses more time and other seeds.
LINK_SECONDS = int(os.environ.get("PARLOR_LINK_SECONDS", "25"))
SEED = os.environ.get("PARLOR_HTTP_SEED", "1")

# Some valid requests are refused, because no schema has the seats and options of a game (see /games) or the legal moves (see the view).
CONFIG = """
[checks]
negative_data_rejection.expected-statuses = ["400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "428", "429", "5xx"]
[parameters]
"path.game" = ["tic-tac-toe", "battleship", "no-such-game"]
"path.file" = ["style.css", "icon.svg", "none.js"]
[[operations]]
include-operation-id = "openMatch"
checks.positive_data_acceptance.expected-statuses = ["2xx", "400", "403", "404", "422", "429", "5xx"]
[[operations]]
include-operation-id = "play"
checks.positive_data_acceptance.expected-statuses = ["2xx", "400", "403", "404", "409", "422", "429", "5xx"]
"""


@unittest.skipUnless(importlib.util.find_spec("schemathesis"), "schemathesis isn't installed")
class Schemathesis(ServerTest):
    def schemathesis(self, *options):
        """Runs schemathesis. Returns how often each operation was answered with each status."""
        config, answers = self.server.folder / "schemathesis.toml", self.server.folder / "answers.json"
        config.write_text(CONFIG)
        # leave out streams of events, which end only when the server stops; test_events.py tests them
        command = [
            sys.executable, "-m", "schemathesis.cli", "--config-file", str(config), "run", f"http://127.0.0.1:{self.server.port}/openapi.json",
            "--continue-on-failure", "--seed", SEED, "--no-color", "--request-timeout", "30",
            "--exclude-operation-id", "events", "--exclude-operation-id", "showPage", *options,
        ]
        told = {
            **os.environ, "SCHEMATHESIS_HOOKS": "schemathesis_hooks", "PYTHONPATH": str(pathlib.Path(__file__).parent),
            "PARLOR_ANSWERS": str(answers),
        }
        done = subprocess.run(command, capture_output=True, text=True, timeout=LINK_SECONDS + 215, cwd=self.server.folder, env=told)
        self.assertEqual(done.returncode, 0, "\n".join(line[:300] for line in (done.stdout + done.stderr).splitlines()[-150:]))
        self.assertEqual(get(self.server, "/health").status, 200)
        return json.loads(answers.read_text())

    def test_answers_are_as_the_document_says(self):
        counts = self.schemathesis(
            "--max-examples", CASES, "--generation-deterministic", "--phases", "examples,coverage,fuzzing")
        self.assertGreater(sum(sum(statuses.values()) for statuses in counts.values()), 200)

    def test_links_lead_to_matches_that_are_played(self):
        # The hooks replace generated tokens by the tokens of the seats, so the check ignored_auth can't be used. The number of requests
        # depends on the machine. The test above judges the generated requests
        counts = self.schemathesis(
            "--max-time", str(LINK_SECONDS), "--phases", "stateful", "--checks",
            "not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance")
        done = {name: sum(count for status, count in statuses.items() if status[0] == "2") for name, statuses in counts.items()}
        print("answered 2xx:", ", ".join(f"{name} {count}" for name, count in sorted(done.items())))
        carried_out = [name for name in ("joinMatch", "addBot", "say", "leave", "view", "digest", "export") if done.get(name)]
        self.assertGreaterEqual(len(carried_out), 3, f"links led to {carried_out} only: {counts}")
