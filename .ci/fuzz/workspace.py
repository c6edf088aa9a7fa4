"""A folder in which a case happens, and everything that was done in it, so that it can be done again."""

import base64
import json
import os
import select
import shutil
import signal
import subprocess
import threading
import time
from pathlib import Path

LARGEST = 400 << 20  # bytes resident, of any command
CRASHES = {signal.SIGILL, signal.SIGTRAP, signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGSYS}
STANDSTILL = 120  # seconds on the wall without an answer and without work: a deadlock, however busy the machine is
TICKS = os.sysconf("SC_CLK_TCK")


class Finding(Exception):
    """A promise that was broken."""

    def __init__(self, kind, where, detail):
        super().__init__(f"{kind} {where}: {detail}")
        self.kind, self.where, self.detail = kind, where, detail


def used(pid):
    """Seconds of processor time and bytes resident of a process; None where that can't be known."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS, int(fields[21]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError, ValueError):
        return None


def last_words(errors):
    """What a program that trapped said of it."""
    lines = errors.decode(errors="replace").splitlines()
    fatal = [line for line in lines if "Fatal error" in line] or [line for line in lines if " in " in line and " at " in line]
    return fatal[0].strip()[:160] if fatal else ""


class Program:
    """A run of the program that is watched while it runs: what it takes, and how it ends."""

    def __init__(self, workspace, arguments, output=subprocess.PIPE):
        self.name = arguments[0]
        environment = {
            "PATH": os.environ.get("PATH", ""), "HOME": str(workspace.folder), "TERM": "dumb", "LANG": "C.UTF-8",
            "SWIFT_BACKTRACE": "enable=no", "PARLOR_HOME": str(workspace.home),
        }
        self.errors = open(workspace.beside / "stderr", "w+b")
        self.process = subprocess.Popen(
            [str(workspace.program), *arguments], cwd=workspace.folder, env=environment, stdin=subprocess.PIPE,
            stdout=output, stderr=self.errors, start_new_session=True)
        self.buffer = b""
        self.usage = None
        self.peak = 0

    def look(self):
        """Seconds of processor time so far; too much memory is a finding at once, before the machine suffers."""
        now = used(self.process.pid)
        if not now:
            return None
        self.peak = max(self.peak, now[1])
        if now[1] > LARGEST:
            self.kill()
            raise Finding("memory", self.name, f"{now[1] >> 20} MB resident")
        return now[0]

    def read_line(self, budget, where):
        """The next line of output, or None at its end. `budget`: seconds of processor time from now."""
        begin, wall, idle = self.look() or 0, time.monotonic(), time.monotonic()
        latest = begin
        while b"\n" not in self.buffer:
            if select.select([self.process.stdout], [], [], 0.05)[0]:
                part = os.read(self.process.stdout.fileno(), 1 << 16)
                if not part:
                    return None
                self.buffer += part
                if len(self.buffer) > 64 << 20:
                    self.kill()
                    raise Finding("flood", where, "an answer of over 64 MB")
                idle = time.monotonic()
                continue
            cpu = self.look()
            if cpu is None:
                if time.monotonic() - wall > 10 * budget + STANDSTILL:
                    self.kill()
                    raise Finding("time", where, f"no answer within {10 * budget + STANDSTILL:.0f} s")
                continue
            if cpu > latest + 0.02:
                latest, idle = cpu, time.monotonic()
            if cpu - begin > budget:
                self.kill()
                raise Finding("time", where, f"over {budget:.2f} s of processor time")
            if time.monotonic() - idle > STANDSTILL:
                self.kill()
                raise Finding("standstill", where, f"no answer and no work for {STANDSTILL} s")
        line, self.buffer = self.buffer.split(b"\n", 1)
        cpu = self.look()
        if cpu is not None and cpu - begin > budget:
            raise Finding("time", where, f"{cpu - begin:.2f} s of processor time, of {budget:.2f} s")
        return line

    def write(self, data):
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except (BrokenPipeError, ValueError):
            pass  # it has ended: how, `end` tells

    def close_input(self):
        try:
            self.process.stdin.close()
        except OSError:
            pass

    def kill(self):
        if self.process.returncode is None:
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def close(self):
        """Ends it, whatever it does."""
        self.kill()
        self.reap()

    def reap(self):
        if self.process.returncode is None:
            try:
                _, status, self.usage = os.wait4(self.process.pid, 0)
                self.process.returncode = os.waitstatus_to_exitcode(status)
            except ChildProcessError:
                self.process.returncode = 0
        self.close_input()
        if self.process.stdout:
            self.process.stdout.close()
        self.errors.close()

    def end(self, budget, where, closes=True):
        """Waits for the end, within so many seconds of processor time; gives the exit code, what was still said, errors.

        `closes`: ends the input, which nobody else writes.
        """
        try:
            if closes:
                self.close_input()
            said = self.buffer
            begin = self.look() or 0
            while self.process.stdout:
                line = self.read_line(max(budget - ((self.look() or begin) - begin), 0.05), where)
                if line is None:
                    break
                said += line + b"\n"
            said += self.buffer
            wall = time.monotonic()
            while os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
                cpu = self.look()
                if (cpu or 0) - begin > budget or time.monotonic() - wall > STANDSTILL + 10 * budget:
                    self.kill()
                    raise Finding("time", where, f"not ended after {budget:.1f} s of processor time")
                time.sleep(0.01)
            self.errors.seek(0)
            errors = self.errors.read(1 << 20)
            _, status, self.usage = os.wait4(self.process.pid, 0)
            self.process.returncode = code = os.waitstatus_to_exitcode(status)
            factor = 1 if os.uname().sysname == "Darwin" else 1024
            if code < 0:
                raise Finding("signal", where, f"{signal.Signals(-code).name} {last_words(errors)}")
            if self.usage.ru_maxrss * factor > LARGEST:
                raise Finding("memory", where, f"{self.usage.ru_maxrss * factor >> 20} MB resident")
            if code == 70:
                raise Finding("fault", where, errors.decode(errors="replace").strip()[-200:] or "exit code 70")
            return code, said, errors
        finally:
            self.close()


class Workspace:
    """Where a case writes its files and runs its commands. Each act is noted."""

    def __init__(self, program, home, folder):
        self.program, self.beside = Path(program).resolve(), Path(folder).resolve()
        self.folder = self.beside / "case"
        shutil.rmtree(self.beside, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self.home = Path(home).resolve()
        self.acts = []
        self.open = []
        self.digest = {}

    def write(self, path, data):
        if isinstance(data, str):
            data = data.encode("utf-8", "surrogatepass")
        self.act({"act": "write", "path": path, "data": base64.b85encode(data).decode()})

    def link(self, path, target):
        self.act({"act": "link", "path": path, "target": target})

    def sparse(self, path, size):
        self.act({"act": "sparse", "path": path, "size": size})

    def act(self, act):
        self.acts.append(act)
        path = self.folder / act["path"]
        path.parent.mkdir(parents=True, exist_ok=True)
        if act["act"] == "write":
            path.write_bytes(base64.b85decode(act["data"]))
        elif act["act"] == "link":
            path.symlink_to(act["target"])
        elif act["act"] == "sparse":
            with open(path, "wb") as file:
                file.truncate(act["size"])

    def read(self, path):
        try:
            return (self.folder / path).read_bytes()
        except OSError:
            return None

    def run(self, arguments, lines=b"", budget=20.0, full=False):
        """Runs a command to its end. `full`: its output is a disk without room."""
        if isinstance(lines, str):
            lines = lines.encode("utf-8", "surrogatepass")
        self.acts.append({
            "act": "run", "arguments": arguments, "lines": base64.b85encode(lines).decode(), "budget": budget,
            "full": full})
        where = arguments[0] + (" >/dev/full" if full else "")
        with open("/dev/full" if full else os.devnull, "wb") as sink:
            program = Program(self, arguments, sink if full else subprocess.PIPE)
            writer = threading.Thread(target=lambda: (program.write(lines), program.close_input()), daemon=True)
            writer.start()
            try:
                code, said, errors = program.end(budget, where, closes=False)
            finally:
                program.close()
                writer.join(1)
        if full and code == 0:
            raise Finding("silence", where, "exit code 0, and nothing was written")
        return code, said, errors

    def drive(self):
        session = Session(self)
        self.open.append(session)
        return session

    def close(self):
        for session in self.open:
            session.program.close()
        shutil.rmtree(self.beside, ignore_errors=True)

    def keep(self, folder, finding, facts):
        """Keeps what was done, so that `--again` does it again."""
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("game", "games"):
            if (self.folder / name).exists():
                shutil.copytree(self.folder / name, folder / name, symlinks=True, dirs_exist_ok=True)
        acts = {**facts, "kind": finding.kind, "where": finding.where, "detail": finding.detail, "acts": self.acts}
        (folder / "acts.json").write_text(json.dumps(acts, indent=1))


class Session:
    """The line protocol: a request, its answer, and what must be true of every answer."""

    def __init__(self, workspace):
        self.workspace = workspace
        self.act = {"act": "drive", "requests": []}
        workspace.acts.append(self.act)
        self.program = Program(workspace, ["drive"])
        self.last = 0

    def ask(self, request, budget):
        """Asks, with an id of its own, and gives the answer without it."""
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


def judge(line, where):
    """What must be true of an answer, whatever was asked."""
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
