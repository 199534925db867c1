"""Loads the modules that commands load, for the process that forks them (`tests/starting.py`).

Without the libraries that start threads of their own, which a fork would lose.
"""

# ruff: noqa: F401
import scipy.optimize
import scipy.special
import scipy.stats

import wirelab.app.analyze.analysis
import wirelab.app.compatibility.evolve
import wirelab.app.destinations
import wirelab.app.lab.results
import wirelab.app.own_data.workload
import wirelab.app.recommend.recommend
import wirelab.app.replicate.replication
import wirelab.app.run.run
import wirelab.cli.main
import wirelab.cli.output
import wirelab.cli.progress
import wirelab.design.boundary
import wirelab.report.analyze.report
import wirelab.report.render.page
import wirelab.report.replicate.report
import wirelab.report.run.report
from wirelab.app.executed.kept import recorded_trials
from wirelab.app.platforms import runners
from wirelab.report.render.page import page_template
from wirelab.store.reader import findings_adapter

runners()
recorded_trials()
findings_adapter()
page_template("page.html.j2")
