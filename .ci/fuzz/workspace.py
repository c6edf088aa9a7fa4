"""A folder in which a case runs, with a record of everything that was done in it, so that it can be repeated."""

import base64
import json
import os
import shutil
import subprocess
import threading
from pathlib import Path

from program import Finding, Program


class Workspace:
    """The folder in which a case writes its files and runs its commands. Each act is recorded."""

    def __init__(self, program, home, folder):
        self.program, self.beside = Path(program).resolve(), Path(folder).resolve()
        self.folder = self.beside / "case"
        shutil.rmtree(self.beside, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self.home = Path(home).resolve()
        self.acts = []
        self.open = []

    def write(self, path, data):
        if isinstance(data, str):
            data = data.encode("utf-8", "surrogatepass")
        self.act({"act": "write", "path": path, "data": base64.b85encode(data).decode()})

    def link(self, path, target):
        self.act({"act": "link", "path": path, "target": target})

    def sparse(self, path, size):
        self.act({"act": "sparse", "path": path, "size": size})

    def crowd(self, path, count, text):
        """Writes one text to many files. `path` contains %d for the numbers of the files."""
        self.act({"act": "crowd", "path": path, "count": count, "data": base64.b85encode(text.encode()).decode()})

    def act(self, act):
        self.acts.append(act)
        path = self.folder / act["path"]
        path.parent.mkdir(parents=True, exist_ok=True)
        if act["act"] == "write":
            path.write_bytes(base64.b85decode(act["data"]))
        elif act["act"] == "crowd":
            first = self.folder / (act["path"] % 0)
            first.write_bytes(base64.b85decode(act["data"]))
            for number in range(1, act["count"]):
                os.link(first, self.folder / (act["path"] % number))
        elif act["act"] == "link":
            path.symlink_to(act["target"])
        elif act["act"] == "remove":
            path.unlink(missing_ok=True)
        elif act["act"] == "sparse":
            with open(path, "wb") as file:
                file.truncate(act["size"])

    def read(self, path):
        try:
            return (self.folder / path).read_bytes()
        except OSError:
            return None

    def run(self, arguments, lines=b"", budget=20.0, full=False, each=None, kill_after=None):
        """Runs a command to its end.

        `full`: whether the output goes to a disk without room. `each`: if given, the command gets its lines one by one, with this
        many seconds of processor time for each. `kill_after`: if given, the command is killed after it has read this many lines,
        and nothing is returned.
        """
        if isinstance(lines, str):
            lines = lines.encode("utf-8", "surrogatepass")
        self.acts.append({
            "act": "run", "arguments": arguments, "lines": base64.b85encode(lines).decode(), "budget": budget,
            "full": full, "each": each, "kill_after": kill_after})
        where = arguments[0] + (" >/dev/full" if full else "")
        with open("/dev/full" if full else os.devnull, "wb") as sink:
            program = self.start(arguments, sink if full else subprocess.PIPE)
            try:
                if each is not None:
                    goes_on = self.feed(program, lines, each, where, kill_after)
                    result = goes_on and program.end(max(budget, each), where)
                    self.look_around(where)
                    return result
                writer = threading.Thread(target=lambda: (program.write(lines), program.close_input()), daemon=True)
                writer.start()
                code, said, errors = program.end(budget, where, closes=False)
            finally:
                program.close()
        self.look_around(where)
        if full and code == 0:
            raise Finding("silence", where, "exit code 0, and nothing was written")
        return code, said, errors

    def look_around(self, where):
        """Looks for the file that a script writes when it gets out of its sandbox."""
        if (self.folder / "escaped").exists():
            raise Finding("reach", where, "a script wrote a file")

    @staticmethod
    def feed(program, lines, each, where, kill_after):
        """Writes the lines to a program. Returns true if the program should run to its end."""
        before = "its start"
        for number, line in enumerate(lines.splitlines(keepends=True)):
            if number == kill_after:
                return False
            if not program.feed(line, each, f"{where} after {before}"):
                break
            before = repr(line.decode(errors="replace").strip()[:40])
        return kill_after is None

    def start(self, arguments, output=subprocess.PIPE):
        return Program([str(self.program), *arguments], self.folder, self.beside, self.home, output, arguments[0])

    def drive(self):
        session = Session(self)
        self.open.append(session)
        return session

    def close(self):
        for session in self.open:
            session.program.close()
        shutil.rmtree(self.beside, ignore_errors=True)

    def keep(self, folder, finding, facts):
        """Stores everything that was done, so that `--again` can repeat it."""
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("game", "games"):
            if (self.folder / name).exists():
                shutil.copytree(self.folder / name, folder / name, symlinks=True, dirs_exist_ok=True,
                                ignore=lambda _, names: [name for name in names if name.startswith("f") and name[1:2].isdigit()])
        acts = {**facts, "kind": finding.kind, "where": finding.where, "detail": finding.detail, "acts": self.acts}
        (folder / "acts.json").write_text(json.dumps(acts, indent=1))


class Session:
    """A session of the line protocol: requests, their answers, and the conditions for every answer."""

    def __init__(self, workspace):
        self.workspace = workspace
        self.act = {"act": "drive", "requests": []}
        workspace.acts.append(self.act)
        self.program = workspace.start(["drive"])
        self.last = 0

    def ask(self, request, budget):
        """Sends a request with an id of its own. Returns the answer without the id."""
        self.last += 1
        request = {"id": self.last, **request}
        answer = self.ask_line(json.dumps(request, ensure_ascii=False).encode("utf-8", "surrogatepass"), budget,
                               request.get("op", "?"))
        unread = "error" in answer and str(answer["error"].get("message", "")).startswith(
            ("This line can't be read", "A request has at most"))
        if answer.get("id") != request["id"] and not (answer.get("id") is None and unread):
            raise Finding("answer", f"drive {request.get('op')}", f"id {answer.get('id')!r} of request {request['id']!r}")
        return answer

    def ask_line(self, line, budget, op="line"):
        self.act["requests"].append([base64.b85encode(line).decode(), budget, str(op)])
        where = f"drive {op}"
        self.program.write(line + b"\n")
        answer = self.program.read_line(budget, where)
        if answer is None:
            code, _, _ = self.program.end(5, where)
            raise Finding("answer", where, f"no answer, and exit code {code}")
        return judge(answer, where)

    def end(self):
        code, said, _ = self.program.end(5, "drive at its end")
        if code != 0 or said:
            raise Finding("answer", "drive at its end", f"exit code {code}, {len(said)} bytes more than answers")
        self.workspace.look_around("drive")


def judge(line, where):
    """Checks the conditions that every answer must satisfy, whatever the request was."""
    def refuse(text):
        raise Finding("answer", where, f"{text} is no JSON")
    try:
        answer = json.loads(line.decode("utf-8"), parse_constant=refuse)
    except (ValueError, RecursionError) as error:
        raise Finding("answer", where, f"no JSON: {error}") from None
    kinds = {"ok", "rejected", "error"} & set(answer if isinstance(answer, dict) else [])
    if len(kinds) != 1 or "id" not in answer or len(answer) != 2:
        raise Finding("answer", where, f"neither ok nor rejected nor error: {line[:120]!r}")
    error = answer.get("error")
    if error and error.get("kind") == "internal":
        raise Finding("internal", where, str(error.get("message"))[:160])
    return answer
