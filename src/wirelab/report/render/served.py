"""The pages of a server: pages of reports with links and forms for their reader."""

from dataclasses import dataclass

from markupsafe import Markup

from wirelab.report.document import Document
from wirelab.report.render.page import page_scripts, page_template, policy_of, rendered, source

_HERE = "'self'"


@dataclass(frozen=True, slots=True)
class Page:
    """A page, and the policy that its browser keeps to."""

    html: str
    policy: str


@dataclass(frozen=True, slots=True)
class Form:
    """The choices in the forms of a page."""

    runs: tuple[tuple[str, str], ...] = ()  # those that can be compared: the key of each, and its name for people
    labs: tuple[str, ...] = ()
    stopped: tuple[tuple[str, int], ...] = ()  # labs with a run that can be resumed
    data: tuple[str, ...] = ()
    workloads: tuple[str, ...] = ()
    studies: tuple[str, ...] = ()
    platforms: tuple[tuple[str, str], ...] = ()  # each with its description
    operations: tuple[str, ...] = ()


def home_page(document: Document, form: Form, token: str) -> Page:
    """The page of all labs; with a `token`, it starts studies, too."""
    script = source("scripts/served.mjs")
    policy = policy_of(*page_scripts(), script, forms=_HERE, talks=_HERE)
    own = {"further_script": Markup(script), "further_style": Markup(source("served.css"))}
    return Page(rendered("home.html.j2", document, policy, form=form, token=token, **own), policy)


def page_below(document: Document, home: str, called: str = "All labs") -> Page:
    """A report, with a link to the page above it, which is named `called`."""
    policy = policy_of(*page_scripts())
    return Page(rendered("below.html.j2", document, policy, home=home, called=called), policy)


def ask_page(document: Document, home: str, lab: str, sql: str, longest: int) -> Page:
    """The page with a box for questions in SQL over a lab, and the answer to the last one."""
    policy = policy_of(*page_scripts(), forms=_HERE)
    own = {"lab": lab, "sql": sql, "longest": longest, "further_style": Markup(source("served.css"))}
    html = rendered("ask.html.j2", document, policy, home=home, called="All labs", **own)
    return Page(html, policy)


def entrance() -> Page:
    """The page that admits anyone who has the token. Anybody on this machine can load it, so it shows nothing."""
    script = source("scripts/entrance.mjs")
    policy = policy_of(script, talks=_HERE)
    own = {"policy": Markup(policy), "script": Markup(script), "style": Markup(source("page.css"))}
    return Page(page_template("entrance.html.j2").render(own), policy)
