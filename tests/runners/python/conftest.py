import sys

from tests.conftest import ROOT

sys.path.insert(0, str(ROOT / "runners" / "python" / "src"))  # the runner's own modules, for the tests of its parts
