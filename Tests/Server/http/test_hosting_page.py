"""docs/hosting.md is correct: its options, its make targets, its request, its unit for systemd."""
import json
import os
import re
import shutil
import subprocess
import tempfile
import types
import unittest
from pathlib import Path

from client import get, post
from servers import Server, program

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs/hosting.md").read_text()
SERVER = str(program())


class HostingPage(unittest.TestCase):
    def test_its_options_are_those_of_the_program(self):
        told = subprocess.run([SERVER, "--help"], capture_output=True, text=True, check=True).stdout
        known = set(re.findall(r"--[a-z-]+", told.split("OPTIONS:")[1])) - {"--help", "--state"} | {"--state"}
        table = PAGE.split("## What can be chosen")[1].split("\n## ")[0]
        rows = set(re.findall(r"`(--[a-z-]+)`", "\n".join(re.findall(r"^\| (.*?) \|", table, re.M))))
        self.assertEqual(rows, {option for option in known if option not in {"--version"}})
        used = set(re.findall(r"(?<![\w-])(--[a-z-]+)", "\n".join(re.findall(r"^parlor-server .*$", PAGE, re.M))))
        copying = subprocess.run([SERVER, "copy", "--help"], capture_output=True, text=True, check=True).stdout
        self.assertLessEqual(used, known | set(re.findall(r"--[a-z-]+", copying)))

    def test_its_targets_are_in_the_makefile(self):
        targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
        named = set(re.findall(r"(?:`|^|sudo )make ([a-z-]+)", PAGE, re.M))
        self.assertLessEqual({"serve", "cluster", "test-cluster", "install-server"}, named)
        self.assertLessEqual(named, targets)

    def test_its_request_opens_a_match(self):
        with tempfile.TemporaryDirectory() as folder:
            process = subprocess.Popen(
                [SERVER, "--port", "0", "--state", folder, "--log", "memory", "--log-format", "json"],
                stderr=subprocess.PIPE, text=True, cwd=ROOT)
            try:
                for line in process.stderr:
                    found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
                    if found:
                        break
                block = next(b for b in re.findall(r"```sh\n(.*?)```", PAGE, re.S) if "curl" in b)
                command = block.replace("127.0.0.1:8080", f"127.0.0.1:{found.group(1)}")
                answer = json.loads(subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True).stdout)
                shown = json.loads(re.search(r"```json\n(.*?)```", PAGE, re.S).group(1))
                self.assertEqual(set(answer), set(shown))
                self.assertEqual(len(answer["token"]), len(shown["token"]))
            finally:
                process.terminate()
                process.wait(10)
                process.stderr.close()

    def test_its_copies_are_made(self):
        """Runs the page's commands for backing up and restoring, in their order. Files take the place of a cluster in the commands."""
        commands = re.findall(r"^ *(parlor-server copy .*|mkdir \.parlor/old .*)$", PAGE, re.M)
        self.assertEqual(len(commands), 5)
        with tempfile.TemporaryDirectory() as folder:
            with Server(log="sqlite:" + folder + "/.parlor/matches.sqlite", folder=self.made(folder, ".parlor")) as server:
                self.assertEqual(post(server, "/matches", game="pig").status, 201)
            for command in commands:
                command = re.sub(r"nats://\S+", "sqlite:cluster", command).replace("/backup/", "")
                done = subprocess.run(
                    ["bash", "-c", command.replace("parlor-server", SERVER)], cwd=folder, capture_output=True, text=True)
                self.assertEqual((done.returncode, done.stderr), (0, ""), command)
                if "copy" in command:
                    self.assertIn("The log has 1 matches.", done.stdout)
            self.assertTrue((Path(folder) / ".parlor/old/matches.sqlite").exists())

    def made(self, folder, name):
        (Path(folder) / name).mkdir()
        return Path(folder) / name

    def test_what_is_installed_finds_its_parts(self):
        """Runs the recipe of `make install-server`. The installed server runs in any folder, and finds its games and pages."""
        with tempfile.TemporaryDirectory() as folder:
            recipe = subprocess.run(
                ["make", "--no-print-directory", "-n", "-o", "server-build", "install-server", f"DESTDIR={folder}"],
                cwd=ROOT, capture_output=True, text=True, check=True).stdout
            self.assertIn(".build/release/parlor-server", recipe)
            recipe = recipe.replace(".build/release/parlor-server", SERVER)
            subprocess.run(["sh", "-e", "-c", recipe], cwd=ROOT, check=True)
            environment = {name: value for name, value in os.environ.items() if name != "PARLOR_HOME"}
            process = subprocess.Popen(
                [f"{folder}/usr/local/bin/parlor-server", "--port", "0", "--log", "memory", "--state", f"{folder}/state"],
                stderr=subprocess.PIPE, text=True, cwd="/", env=environment)
            try:
                found = next(filter(None, (re.search(r"http://127\.0\.0\.1:(\d+)/", line) for line in process.stderr)))
                server = types.SimpleNamespace(port=int(found.group(1)))
                self.assertIn("crazy-eights", [game["id"] for game in get(server, "/games").json["games"]])
                for path in ("/", "/m/" + "a" * 20):
                    page = get(server, path)
                    self.assertEqual(page.status, 200)
                    for part in re.findall(r'(?:src|href)="(/[^"]+\.(?:js|css|webmanifest))"', page.bytes.decode()):
                        self.assertEqual(get(server, part).status, 200, part)
            finally:
                process.terminate()
                process.wait(10)
                process.stderr.close()

    def test_its_files_are_there(self):
        for name in re.findall(r"\bserver/deploy/[\w.-]+", PAGE):
            self.assertTrue((ROOT / name).exists(), name)
        for link in re.findall(r"\]\(([^)#h][^)#]*)", PAGE):
            self.assertTrue((ROOT / "docs" / link).exists(), link)

    @unittest.skipUnless(shutil.which("systemd-analyze"), "no systemd-analyze")
    def test_systemd_reads_the_unit(self):
        with tempfile.TemporaryDirectory() as folder:
            unit = Path(folder) / "parlor-server.service"
            text = (ROOT / "server/deploy/parlor-server.service").read_text()
            unit.write_text(text.replace("/usr/local/bin/parlor-server", "/bin/true"))
            told = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True)
            self.assertEqual([line for line in told.stderr.splitlines() if "parlor-server" in line], [])


if __name__ == "__main__":
    unittest.main()
