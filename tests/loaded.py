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
import wirelab.app.writing
import wirelab.cli.main
import wirelab.cli.output
import wirelab.cli.progress
import wirelab.report.analysis_report
import wirelab.report.drawing
import wirelab.report.page
import wirelab.report.replication_report
import wirelab.report.run_report
from wirelab.app.platforms import runners
from wirelab.report.page import page_template

runners()
page_template()
