"""Without the extra packages, commands say what to install, and everything else works."""

import subprocess
import sys

import pytest

from wirelab.cluster import extra
from wirelab.model.errors import HostError


def test_what_is_missing_is_named_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extra, "find_spec", lambda name: None if name == "distributed" else object())
    with pytest.raises(HostError, match="option --hosts") as raised:
        extra.require_extra("option --hosts")
    assert raised.value.why == "missing: distributed"
    assert raised.value.remedy == "in Wirelab's repository: pip install '.[hosts]'"


@pytest.mark.parametrize("module", ["wirelab.cli.commands.run", "wirelab.cli.on_hosts", "wirelab.cluster.host"])
def test_nothing_loads_dask_before_it_is_needed(module: str) -> None:
    program = f"import sys, {module}; sys.exit('distributed' in sys.modules or 'cryptography' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
