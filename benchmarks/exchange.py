"""The model of an exchange, compared with real exchanges: `python benchmarks/exchange.py` prints both.

A client process asks a server process for a timeline over HTTP (one connection, kept alive); the server serializes it,
the client deserializes it. The model of study 002 adds up the times of both in loops of their own, half a round trip,
and size over bandwidth. The measured time is from the moment the server begins to serialize until the client has its
objects, on one clock: over loopback, and as root over a link between two network namespaces. This program makes the
link's rate and delay (a TUN device in each; packets wait here). Run nothing else on the machine meanwhile.
"""

import argparse
import fcntl
import http.client
import http.server
import json
import os
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from queue import Queue
from statistics import median
from typing import Any

from google.protobuf.json_format import MessageToDict

from wirelab.app.resources import cache_folder
from wirelab.model.link import Link, parse_link
from wirelab.model.units import NS_PER_S
from wirelab.schema.messages import message_class, read_delimited
from wirelab.workload.corpus import make_corpus
from wirelab.workload.definition import compile_workload, load_workload

ROOT = Path(__file__).parents[1]
SIZES = ("1", "20", "200")
CODECS = ("protobuf", "json")
LOOPBACK = "loopback"
LINKS = ("10Mbit/s,20ms", "20Mbit/s,5ms")
ENDS = ("10.99.0.1", "10.99.0.2")
PORT, MTU_BYTES, SOME = 8099, 1500, 20
TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 0x0001, 0x1000


@dataclass(frozen=True, slots=True)
class Codec:
    """Both ways of one format, for one timeline."""

    serialize: Callable[[], bytes]
    deserialize: Callable[[bytes], Any]


def codec_of(name: str, size: str) -> Codec:
    """One of `CODECS` with the object that it writes."""
    workload = load_workload(ROOT / "workloads" / "microblog")
    types = compile_workload(workload)
    data = make_corpus(workload, size, "random", None, cache_folder(), lambda _: None).path.read_bytes()
    kind = message_class(types.descriptor_set, types.root)
    (payload,) = read_delimited(data)
    if name == "json":
        document = MessageToDict(kind.FromString(payload), preserving_proto_field_name=True)
        return Codec(lambda: json.dumps(document, ensure_ascii=False).encode(), json.loads)
    return Codec(kind.FromString(payload).SerializeToString, kind.FromString)


def alone_ns(call: Callable[[], object], seconds: float = 0.5) -> float:
    """The median time of a call in a loop of its own."""
    times, end = [], time.monotonic() + seconds
    while time.monotonic() < end or len(times) < 5:
        began = time.perf_counter_ns()
        call()
        times.append(time.perf_counter_ns() - began)
    return median(times)


# --- the two processes ------------------------------------------------------------------------------------------------


def serve(address: str) -> None:
    """Answer requests for `/CODEC/SIZE` until the process is ended."""
    codecs = {f"/{name}/{size}": codec_of(name, size) for name, size in product(CODECS, SIZES)}

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = -1  # head and body leave together
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            began = time.monotonic_ns()
            body = codecs[self.path].serialize()
            self.send_response_only(200)
            self.send_header("Began-Ns", str(began))
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    server = http.server.HTTPServer((address, PORT), Handler)
    print("ready", flush=True)
    server.serve_forever()


def fetch(address: str, exchanges: int) -> None:
    """Print, as JSON, the median time of so many exchanges of each codec and size, taking turns."""
    codecs = {(name, size): codec_of(name, size) for name, size in product(CODECS, SIZES)}
    times: dict[tuple[str, str], list[int]] = {key: [] for key in codecs}
    connection = http.client.HTTPConnection(address, PORT)
    connection.connect()
    connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    for number in range(exchanges + SOME):
        for key, codec in codecs.items():
            connection.request("GET", "/".join(("", *key)))
            answer = connection.getresponse()
            body = answer.read()
            codec.deserialize(body)
            took_ns = time.monotonic_ns() - int(answer.headers["Began-Ns"])
            if number >= SOME:
                times[key].append(took_ns)
    print(json.dumps({"/".join(key): median(own) for key, own in times.items()}))


# --- the link ---------------------------------------------------------------------------------------------------------


@contextmanager
def shaped(link: Link) -> Iterator[tuple[list[str], list[str]]]:
    """Two network namespaces with the link between them: the words that start a command in either."""
    names = [f"wirelab-exchange-{os.getpid()}-{at}" for at in range(2)]
    devices: list[int] = []
    try:
        for at, name in enumerate(names):
            ip("netns", "add", name)
            devices.append(tun(f"wlx{at}"))
            ip("link", "set", f"wlx{at}", "netns", name)
            inside = ("netns", "exec", name, "ip")
            ip(*inside, "addr", "add", ENDS[at], "peer", ENDS[1 - at], "dev", f"wlx{at}")
            ip(*inside, "link", "set", f"wlx{at}", "mtu", str(MTU_BYTES), "up")
        for own, other in (devices, devices[::-1]):
            carry(link, own, other)
        yield (["ip", "netns", "exec", names[0]], ["ip", "netns", "exec", names[1]])
    finally:
        for name in names:
            subprocess.run(["ip", "netns", "del", name], check=False)
        for device in devices:
            os.close(device)


def ip(*words: str) -> None:
    """Call `ip`."""
    subprocess.run(["ip", *words], check=True)


def tun(name: str) -> int:
    """A new TUN device."""
    device = os.open("/dev/net/tun", os.O_RDWR)
    fcntl.ioctl(device, TUNSETIFF, struct.pack("16sH22x", name.encode(), IFF_TUN | IFF_NO_PI))
    return device


def carry(link: Link, source: int, sink: int) -> None:
    """Carry packets one way, from now on: each leaves when those before it have, and arrives a delay later."""
    waiting: Queue[tuple[float, bytes]] = Queue()

    def take() -> None:
        free_at = 0.0
        while packet := _read(source):
            free_at = max(free_at, time.monotonic()) + 8 * len(packet) / link.bits_per_s
            waiting.put((free_at + link.delay_s, packet))

    def give() -> None:
        while True:
            at, packet = waiting.get()
            time.sleep(max(0.0, at - time.monotonic()))
            _write(sink, packet)

    for part in (take, give):
        threading.Thread(target=part, daemon=True).start()


def _read(device: int) -> bytes:
    try:
        return os.read(device, 2 * MTU_BYTES)
    except OSError:  # closed
        return b""


def _write(device: int, packet: bytes) -> None:
    try:
        os.write(device, packet)
    except OSError:
        return


# --- the table --------------------------------------------------------------------------------------------------------


def exchanged_ns(
    exchanges: int, before: tuple[list[str], list[str]] = ([], []), address: str = "127.0.0.1"
) -> dict[str, float]:
    """The median time of an exchange, by codec and size."""
    with tempfile.TemporaryFile("w+") as said:
        command = [*before[0], sys.executable, __file__, "--serve", address]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=said, text=True) as server:
            try:
                assert server.stdout is not None
                if server.stdout.readline() != "ready\n":
                    said.seek(0)
                    raise SystemExit(said.read())
                command = [*before[1], sys.executable, __file__, "--fetch", address, "--exchanges", str(exchanges)]
                found: dict[str, float] = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
                return found
            finally:
                server.kill()


def table(name: str, link: Link | None, measured: dict[str, float], alone: dict[str, tuple[int, float, float]]) -> None:
    """Print the rows of one link."""
    modelled = {key: write + read + (link.time_ns(size) if link else 0.0) for key, (size, write, read) in alone.items()}
    for size in SIZES:
        for codec in CODECS:
            key = f"{codec}/{size}"
            took, model = measured[key], modelled[key]
            print(f"| {name} | {size} | {codec} | {alone[key][0]:,} | {ms(model)} | {ms(took)} | {took / model:.2f} |")
        ratios = (own[f"json/{size}"] / own[f"protobuf/{size}"] for own in (modelled, measured))
        print(f"| {name} | {size} | json by protobuf | | {' | '.join(f'{each:.2f}×' for each in ratios)} | |")


def ms(ns: float) -> str:
    """Milliseconds."""
    return f"{1e3 * ns / NS_PER_S:.3g} ms"


def main() -> None:
    """Print a row for each link, size and codec, and one for the ratio of the two."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--exchanges", type=int, default=100)
    parser.add_argument("--serve", metavar="ADDRESS", help=argparse.SUPPRESS)
    parser.add_argument("--fetch", metavar="ADDRESS", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        return serve(asked.serve)
    if asked.fetch:
        return fetch(asked.fetch, asked.exchanges)
    alone = {}
    for name, size in product(CODECS, SIZES):
        codec = codec_of(name, size)
        body = codec.serialize()
        alone[f"{name}/{size}"] = (
            len(body),
            alone_ns(codec.serialize),
            alone_ns(lambda c=codec, b=body: c.deserialize(b)),
        )
    print("| Link | Statuses | Codec | Bytes | Model | Measured | Measured by model |\n|" + " --- |" * 7)
    table(LOOPBACK, None, exchanged_ns(asked.exchanges), alone)
    if os.geteuid():
        print("Links between namespaces were left out: only root can make them.", file=sys.stderr)
        return None
    for text in LINKS:
        link = parse_link(text)
        with shaped(link) as before:
            table(str(link), link, exchanged_ns(asked.exchanges, before, ENDS[0]), alone)
    return None


if __name__ == "__main__":
    main()
