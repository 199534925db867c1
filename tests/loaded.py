"""Loads what commands load, for the process that forks them (`tests/starting.py`).

Without the libraries that start threads of their own, which a fork would lose.
"""

# ruff: noqa: F401
import scipy.optimize
import scipy.special

import wirelab.app.analyzing
import wirelab.app.replicating
import wirelab.app.reporting
import wirelab.app.running
import wirelab.app.showing
import wirelab.app.writing
import wirelab.cli.main
import wirelab.cli.progress
import wirelab.report.drawing
import wirelab.report.page
from wirelab.app.platforms import runners
from wirelab.report.document import template_named

runners()
for page in ("page", "analysis", "grid", "replication"):
    template_named(f"{page}.html.j2")
