"""Chromium, driven as a person drives it: tabs that open addresses, and scripts that see and click its elements."""

import base64
import fcntl
import json
import os
import select
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.conftest import require
from tests.report.test_browser import CHROMIUM, FLAGS

_PATIENCE_S = 60.0
_HIGH = 20  # descriptors that the shell's redirections do not meet
# The functions that a script may use.
_HELP = """
const find = (selector) => document.querySelector(selector);
const all = (selector) => [...document.querySelectorAll(selector)];
const seen = (node) => node !== null && node.checkVisibility();
const set = (selector, value) => {
  find(selector).value = value;
  find(selector).dispatchEvent(new Event("input", { bubbles: true }));
};
const button = (text) => all("button").find((each) => seen(each) && each.textContent === text);
"""


class Browser:
    """One that runs."""

    def __init__(self, child: "subprocess.Popen[bytes]", commands: int, answers: int) -> None:
        self.faults: list[str] = []  # the faults in its console
        self._child, self._commands, self._answers = child, commands, answers
        self._number, self._rest = 0, b""

    @contextmanager
    def apart(self, address: str) -> "Iterator[Tab]":
        """A new tab at an address, which knows nothing of others and leaves nothing behind."""
        context = self.ask("Target.createBrowserContext")["browserContextId"]
        try:
            yield self.tab(address, browserContextId=context)
        finally:
            self.ask("Target.disposeBrowserContext", browserContextId=context)

    def tab(self, address: str, **parameters: Any) -> "Tab":
        """A new tab at an address."""
        target = self.ask("Target.createTarget", url="about:blank", **parameters)["targetId"]
        session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Log", "Runtime", "Page"):
            self.ask(f"{domain}.enable", session)
        tab = Tab(self, session)
        tab.open(address)
        return tab

    def ask(self, method: str, session: str | None = None, **parameters: Any) -> dict[str, Any]:
        """Give a command; returns its result."""
        self._number += 1
        command = {"id": self._number, "method": method, "params": parameters}
        os.write(self._commands, json.dumps(command | ({"sessionId": session} if session else {})).encode() + b"\0")
        deadline = time.monotonic() + _PATIENCE_S
        while True:
            answer = self._next(deadline)
            if answer.get("method") == "Log.entryAdded" and answer["params"]["entry"]["level"] == "error":
                self._note(answer["params"]["entry"]["text"])
            if answer.get("method") == "Runtime.exceptionThrown":
                self._note(json.dumps(answer["params"]["exceptionDetails"]))
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                return dict(answer["result"])

    def _note(self, text: str) -> None:
        """Keep a fault, but for requests that are refused, which tests look for otherwise."""
        if not text.startswith("Failed to load resource"):
            self.faults.append(text)

    def _next(self, deadline: float) -> dict[str, Any]:
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._answers], [], [], max(0.0, deadline - time.monotonic()))
            chunk = os.read(self._answers, 1 << 16) if ready else b""
            assert chunk, f"the browser does not answer; it ended with {self._child.poll()}"
            self._rest += chunk
        line, _, self._rest = self._rest.partition(b"\0")
        return dict(json.loads(line))


class Tab:
    """A tab of it."""

    def __init__(self, browser: Browser, session: str) -> None:
        self._browser, self._session = browser, session

    def open(self, address: str) -> None:
        """Type an address."""
        self._browser.ask("Page.navigate", self._session, url=address)

    def reload(self) -> None:
        """Load it again."""
        self._browser.ask("Page.reload", self._session)

    def run(self, script: str) -> Any:
        """The result of a script that runs in the page."""
        expression = f"(async () => {{ {_HELP} {script} }})()"
        found = self._browser.ask(
            "Runtime.evaluate", self._session, expression=expression, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def until(self, condition: str) -> Any:
        """Wait until an expression is true; returns it."""
        deadline = time.monotonic() + _PATIENCE_S
        while True:
            with suppress(AssertionError):  # a page that is left knows nothing any more
                if found := self.run(f"return {condition};"):
                    return found
            assert time.monotonic() < deadline, (condition, self.run("return document.body.innerText;"))
            time.sleep(0.05)

    def sized(self, width: int, media: str = "screen") -> None:
        """Lay it out on a screen of so many pixels, narrower than a window can be, or on paper between its margins."""
        self._browser.ask("Emulation.setEmulatedMedia", self._session, media=media)
        size = {"width": width, "height": 1000, "deviceScaleFactor": 1, "mobile": False}
        self._browser.ask("Emulation.setDeviceMetricsOverride", self._session, **size)

    def picture(self, path: Path) -> None:
        """Keep a picture of it."""
        path.write_bytes(base64.b64decode(self._browser.ask("Page.captureScreenshot", self._session)["data"]))


@contextmanager
def chromium(profile: Path, *flags: str) -> Iterator[Browser]:
    """A browser of its own, within the block."""
    require("chromium", CHROMIUM is not None, "no chromium on PATH")
    (read, commands), (answers, write) = os.pipe(), os.pipe()
    theirs = [fcntl.fcntl(each, fcntl.F_DUPFD, _HIGH) for each in (read, write)]
    os.close(read)
    os.close(write)
    own = [each for each in FLAGS if not each.startswith("--virtual-time")]
    words = [str(CHROMIUM), *own, *flags, "--remote-debugging-pipe", f"--user-data-dir={profile}", "about:blank"]
    shell = f'exec "$0" "$@" 3<&{theirs[0]} 4>&{theirs[1]}'
    child = subprocess.Popen(["bash", "-c", shell, *words], pass_fds=theirs, stderr=subprocess.DEVNULL)
    for each in theirs:
        os.close(each)
    try:
        yield Browser(child, commands, answers)
    finally:
        os.close(commands)
        os.close(answers)
        child.terminate()
        child.wait(10)
