"""The answers of a server: pages of labs and runs, and, if studies may be started, the queue."""

import json
import shlex
from collections.abc import Callable
from contextlib import ExitStack
from functools import lru_cache
from typing import Annotated, Any, Literal
from urllib.parse import quote, unquote

from fastapi import APIRouter, FastAPI, Path, Query, Request, Response
from fastapi.concurrency import contextmanager_in_threadpool
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse
from starlette.background import BackgroundTask
from starlette.requests import ClientDisconnect

from wirelab.app.serve.data import data_name, receiving
from wirelab.app.serve.home import fault_page, form_of, home
from wirelab.app.serve.labs import Labs, Stamp
from wirelab.app.serve.query import FIRST, answer_page
from wirelab.app.serve.queue import Queue
from wirelab.app.serve.wanted import Wanted
from wirelab.files.scratch import scratch
from wirelab.files.toml import fault_words, written_path
from wirelab.model.errors import HostError, LabError, UsageError, WirelabError
from wirelab.report.as_json import results_json
from wirelab.report.compare.report import compare_report
from wirelab.report.render.kinds import REPORTS
from wirelab.report.render.markdown import markdown
from wirelab.report.render.served import Page, ask_page, entrance, home_page, page_below
from wirelab.report.run.report import run_report
from wirelab.web.guard import COOKIE, ENTER, ENTRANCE, Keys

_Run = Annotated[int, Path(ge=1, lt=1 << 31)]
_LONGEST_SQL = 10_000
_PAGES = 8
"""The most pages that are kept: drawing one takes a second."""


def application(labs: Labs, queue: Queue | None, keys: Keys, most_bytes: int) -> FastAPI:
    """The application behind the guard; without a queue, nothing can be changed."""
    app = FastAPI(openapi_url=None)

    @app.get(ENTRANCE)
    def enter_by_page() -> Response:
        return _html(entrance())

    @app.get("/favicon.ico")
    def no_icon() -> Response:
        return Response(status_code=204)

    @app.post(ENTER)
    def enter() -> Response:
        answer = JSONResponse({"place": keys.place})
        answer.set_cookie(COOKIE, keys.token, path=keys.place, httponly=True, samesite="strict")
        return answer

    place = keys.place.rstrip("/")
    app.include_router(_shown(labs, keys, allow_run=queue is not None), prefix=place)
    if queue is not None:
        app.include_router(_queued(labs, queue, most_bytes), prefix=place)
    app.exception_handler(WirelabError)(_fault_answers(keys))
    app.exception_handler(RequestValidationError)(_malformed)
    app.exception_handler(ClientDisconnect)(lambda *_: Response(status_code=400))  # nobody reads it
    return app


def _shown(labs: Labs, keys: Keys, *, allow_run: bool) -> APIRouter:
    router = APIRouter()

    @lru_cache(maxsize=_PAGES)
    def page_of(name: str, run: int, _: Stamp) -> Page:
        return page_below(run_report(labs.results(name, run)), keys.place)

    @router.get("/")
    def all_labs() -> Response:
        seen = labs.seen()
        document = home(labs.folder, seen, allow_run=allow_run)
        form = form_of(labs, seen, allow_run=allow_run)
        return _html(home_page(document, form, keys.token if allow_run else ""))

    @router.get("/labs/{name}/runs/{run}")
    def one_run(name: str, run: _Run, form: Literal["page", "markdown", "json"] = "page") -> Response:
        if form == "page":
            return _html(page_of(name, run, labs.stamp(name)))
        results = labs.results(name, run)
        called = f"{name.removesuffix('.duckdb')}-run-{run}"
        if form == "json":
            return _file(json.dumps(results_json(results), allow_nan=False), f"{called}.json", "application/json")
        return _file(markdown(run_report(results), REPORTS["markdown"].mark), f"{called}.md", "text/markdown")

    @router.get("/labs/{name}/tables/{form}")
    def tables(name: str, form: Literal["parquet", "csv"]) -> Response:
        with ExitStack() as stack:
            packed = labs.packed(name, form, stack.enter_context(scratch()))
            kept = stack.pop_all()
        called = f"{name.removesuffix('.duckdb')}-{form}.zip"
        return FileResponse(packed, filename=called, background=BackgroundTask(kept.close))

    @router.get("/labs/{name}/ask")
    def ask(name: str, sql: Annotated[str, Query(max_length=_LONGEST_SQL)] = "") -> Response:
        schema, answer, fault = labs.schema(name), None, None
        try:
            answer = labs.asked(name, sql) if sql.strip() else None
        except UsageError as error:
            fault = error
        document = answer_page(name, answer, fault, schema)
        page = ask_page(document, keys.place, name, sql or FIRST, _LONGEST_SQL)
        return _html(page, 200 if fault is None else 422)

    @router.get("/compare")
    def compare(before: str, after: str) -> Response:
        one, other = _named(before), _named(after)
        command = f"wirelab compare {one[1]} {other[1]} --lab {shlex.quote(one[0])}" if one[0] == other[0] else ""
        return _html(page_below(compare_report(labs.compared(one, other), command), keys.place))

    return router


def _queued(labs: Labs, queue: Queue, most_bytes: int) -> APIRouter:
    router = APIRouter()
    acts: dict[str, Callable[[str], object]] = {"stop": queue.stop, "resume": queue.resume, "remove": queue.remove}

    @router.get("/queue")
    def shown() -> dict[str, Any]:
        return queue.shown()

    @router.post("/queue")
    def add(wanted: Wanted) -> dict[str, Any]:
        queue.add(wanted)
        return queue.shown()

    @router.post("/queue/{which}/{act}")
    def change(which: str, act: Literal["stop", "resume", "remove"]) -> dict[str, Any]:
        acts[act](which)
        return queue.shown()

    @router.put("/data/{given}")
    async def take(given: str, request: Request) -> dict[str, str]:
        name = data_name(given)
        async with contextmanager_in_threadpool(receiving(labs.folder, name, most_bytes)) as write:
            async for piece in request.stream():
                write(piece)
        return {"data": name}

    return router


def _named(run: str) -> tuple[str, int]:
    """A run of a lab as forms name it: `wirelab.duckdb:3`, with special characters escaped as in an address."""
    name, _, number = run.rpartition(":")
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise UsageError(f"run {run}", "it is not the name of a lab with a number", remedy="choose two runs")
    return unquote(name), int(number)


def _html(page: Page, status: int = 200) -> Response:
    policy = f"{page.policy}; frame-ancestors 'none'"
    content = page.html.encode("utf-8", "replace")
    return HTMLResponse(content, status, headers={"Content-Security-Policy": policy})


def _file(text: str, name: str, kind: str) -> Response:
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(name, safe='')}"}
    return Response(text.encode("utf-8", "replace"), media_type=kind, headers=headers)


def _fault_answers(keys: Keys) -> Callable[[Request, Any], Response]:
    """The handler of faults: it answers a browser with a page, and a script with JSON."""

    def answered(request: Request, fault: WirelabError) -> Response:
        navigates = request.method == "GET"
        status = {UsageError: 404 if navigates else 422, LabError: 409, HostError: 500}.get(type(fault), 422)
        if navigates:
            return _html(page_below(fault_page(fault), keys.place), status)
        return JSONResponse({name: getattr(fault, name) for name in ("part", "what", "why", "remedy")}, status)

    return answered


def _malformed(_: Request, fault: Any) -> Response:
    """Answer a request of the wrong shape: in the form's own values, or in an address that nobody would type."""
    wrong = [f"{written_path(tuple(each['loc'][1:]))}: {fault_words(each)}" for each in fault.errors()]
    what = {"part": "form", "what": "it has mistakes", "why": "\n".join(wrong[:10]), "remedy": "fix them"}
    return JSONResponse(what, 422)
