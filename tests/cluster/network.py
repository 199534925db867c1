"""A scheduler, hosts and drivers as processes, on loopback or each in a network namespace of its own."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from wirelab.cluster.certificates import make_certificates

# Dask's own variables: a host that vanished is noticed soon.
_SOON = {"DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "12s", "DASK_DISTRIBUTED__COMM__TIMEOUTS__TCP": "11s"}
_PATIENCE_S = 60.0


@dataclass
class Members:
    """Processes that a test started, each of which it ends by its id."""

    folder: Path
    port: int
    prefix: Callable[[str], Sequence[str]] = lambda _: ()  # the words that run a member where it belongs
    running: dict[str, "subprocess.Popen[bytes]"] = field(default_factory=dict)

    @property
    def file(self) -> Path:
        return self.folder / "hosts" / "hosts.toml"

    def schedule(self) -> None:
        self.start("scheduler", "hosts", "schedule", str(self.file))
        self.until(lambda: "Scheduler at" in self.log("scheduler"))

    def serve(self, name: str, file: Path | None = None) -> None:
        words = ("hosts", "serve", str(file or self.file), "--name", name)
        self.start(name, *words, "--folder", str(self.folder / f"part-{name}"))

    def begin(self, names: Sequence[str]) -> None:
        """The scheduler and all hosts, until each waits for a driver."""
        self.schedule()
        for name in names:
            self.serve(name)
        for name in names:
            self.until(lambda name=name: f"Host {name} waits for a driver" in self.log(name))  # type: ignore[misc]

    def drive(self, *words: str) -> "subprocess.Popen[bytes]":
        return self.start("driver", "run", *words, "--hosts", str(self.file), "--json")

    def start(self, member: str, *words: str) -> "subprocess.Popen[bytes]":
        return self.start_program(member, [*self.prefix(member), sys.executable, "-m", "wirelab", *words])

    def start_program(self, member: str, command: Sequence[str]) -> "subprocess.Popen[bytes]":
        environment = {**os.environ, **_SOON, "NO_COLOR": "1", "PYTHONUNBUFFERED": "1"}
        with self.out(member).open("ab") as out, self.err(member).open("ab") as err:
            child = subprocess.Popen(
                command, cwd=self.folder, env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=err
            )
        self.running[member] = child
        return child

    def kill(self, member: str) -> None:
        child = self.running.pop(member)
        child.kill()
        child.wait()

    def stop(self, member: str, timeout_s: float = 30) -> int:
        child = self.running.pop(member)
        child.terminate()
        return child.wait(timeout_s)

    def ended(self, member: str = "driver", timeout_s: float = 240) -> int:
        code = self.running[member].wait(timeout_s)
        del self.running[member]
        return code

    def out(self, member: str) -> Path:
        return self.folder / f"{member}.out"

    def err(self, member: str) -> Path:
        return self.folder / f"{member}.err"

    def log(self, member: str) -> str:
        return self.err(member).read_text() if self.err(member).exists() else ""

    def until(self, is_so: Callable[[], bool], timeout_s: float = _PATIENCE_S) -> None:
        """Wait until something is so; fail with all logs if it does not become so."""
        deadline = time.monotonic() + timeout_s
        while not is_so():
            logs = "\n".join(f"--- {path.name}\n{path.read_text()}" for path in sorted(self.folder.glob("*.err")))
            assert time.monotonic() < deadline, logs
            time.sleep(0.1)

    def close(self) -> None:
        for child in self.running.values():
            child.terminate()
        for child in self.running.values():
            with suppress(subprocess.TimeoutExpired):
                child.wait(20)
            child.kill()


def free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


@contextmanager
def on_loopback(folder: Path, names: Sequence[str]) -> Iterator[Members]:
    """All members on this machine."""
    port = free_port()
    make_certificates(folder / "hosts", f"tls://127.0.0.1:{port}", names)
    members = Members(folder, port)
    try:
        yield members
    finally:
        members.close()


@dataclass
class Namespaces:
    """A switch in a namespace, where scheduler and driver are, and a cable from it to the namespace of each host."""

    members: Members
    spaces: Mapping[str, str]

    def cut(self, name: str) -> None:
        _ip("-n", self.spaces["hub"], "link", "set", f"to-{name}", "down")

    def mend(self, name: str) -> None:
        _ip("-n", self.spaces["hub"], "link", "set", f"to-{name}", "up")


def why_no_namespaces() -> str:
    """Why namespaces cannot be made here, or nothing."""
    space = f"wl{os.getpid()}-probe"
    try:
        _ip("netns", "add", space)
        _ip("-n", space, "link", "add", "switch", "type", "bridge")
        _ip("-n", space, "link", "add", "one", "type", "veth", "peer", "name", "other")
    except FileNotFoundError:
        return "no `ip` to make network namespaces with"
    except subprocess.CalledProcessError as error:
        return f"network namespaces cannot be made here: {error.stderr.decode(errors='replace').strip()}"
    finally:
        with suppress(FileNotFoundError, subprocess.CalledProcessError):
            _ip("netns", "delete", space)
    return ""


@contextmanager
def in_namespaces(folder: Path, names: Sequence[str]) -> Iterator[Namespaces]:
    """Each host in a network namespace of its own, with an identity of its own, as machines have."""
    spaces = {name: f"wl{os.getpid()}-{name}" for name in ("hub", *names)}
    machines = [Path("/etc/netns") / space for space in spaces.values()]
    try:
        for name, space in spaces.items():
            _ip("netns", "add", space)
            _ip("-n", space, "link", "set", "lo", "up")
            own = Path("/etc/netns") / space
            own.mkdir(parents=True, exist_ok=True)
            (own / "machine-id").write_text(f"{name:z>32}\n")
        hub = spaces["hub"]
        _ip("-n", hub, "link", "add", "switch", "type", "bridge")
        _ip("-n", hub, "addr", "add", "192.0.2.1/24", "dev", "switch")
        _ip("-n", hub, "link", "set", "switch", "up")
        for at, name in enumerate(names, start=11):
            _ip("-n", hub, "link", "add", f"to-{name}", "type", "veth", "peer", "name", "eth", "netns", spaces[name])
            _ip("-n", hub, "link", "set", f"to-{name}", "master", "switch", "up")
            _ip("-n", spaces[name], "addr", "add", f"192.0.2.{at}/24", "dev", "eth")
            _ip("-n", spaces[name], "link", "set", "eth", "up")
        make_certificates(folder / "hosts", "tls://192.0.2.1:8786", names)

        def prefix(member: str) -> Sequence[str]:
            return ("ip", "netns", "exec", spaces.get(member, hub))

        members = Members(folder, 8786, prefix)
        try:
            yield Namespaces(members, spaces)
        finally:
            members.close()
    finally:
        for space in spaces.values():
            with suppress(subprocess.CalledProcessError):
                _ip("netns", "delete", space)
        for own in machines:
            (own / "machine-id").unlink(missing_ok=True)
            with suppress(OSError):
                own.rmdir()


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)
