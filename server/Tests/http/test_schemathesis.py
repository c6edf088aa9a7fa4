"""Whatever the OpenAPI document allows, made up by schemathesis (https://schemathesis.readthedocs.io), and much that it doesn't."""

import importlib.util
import json
import os
import subprocess
import sys
import unittest

from client import ServerTest, get, opened, pair

CASES = os.environ.get("PARLOR_HTTP_CASES", "25")


class Schemathesis(ServerTest):
    @unittest.skipUnless(importlib.util.find_spec("schemathesis"), "schemathesis isn't installed")
    def test_answers_are_as_the_document_says(self):
        seats = [opened(self.server, name="Ann", public=True), opened(self.server, bots=1), pair(self.server)[0]]
        seats[2].act("leave")  # one that waits, one that is played, one that is over
        config = self.server.folder / "schemathesis.toml"
        matches = json.dumps([seat.match for seat in seats] + ["a" * 20, "nonsense"])
        config.write_text(
            f'headers = {{ Authorization = "Bearer {seats[1].token}" }}\n[parameters]\n"path.id" = {matches}\n'
            '"path.game" = ["tic-tac-toe", "battleship", "no-such-game"]\n"path.file" = ["style.css", "icon.svg", "none.js"]\n')
        # streams of events end by themselves only when the server does; their own tests are in test_events.py
        command = [
            sys.executable, "-m", "schemathesis.cli", "--config-file", str(config), "run", f"http://127.0.0.1:{self.server.port}/openapi.json",
            "--continue-on-failure", "--max-examples", CASES, "--seed", "1", "--generation-deterministic", "--workers", "2", "--no-color",
            "--request-timeout", "30", "--exclude-operation-id", "events", "--exclude-operation-id", "showPage", "--phases", "examples,coverage,fuzzing",
            "--checks",
            "not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,"
            "response_schema_conformance,unsupported_method,allow_header_conformance",
        ]
        done = subprocess.run(command, capture_output=True, text=True, timeout=240, cwd=self.server.folder)
        self.assertEqual(done.returncode, 0, done.stdout[-12000:] + done.stderr[-3000:])
        self.assertEqual(get(self.server, "/health").status, 200)
