"""What stands beside BenchmarkDotNet: whether the times agree, a quiet machine tells, not a test."""

from tests.runners.places import RUNNERS
from wirelab.execution.harness import checked_cells

DOTNET = RUNNERS["dotnet"]
USER = DOTNET.folder / "harness" / "User"


def test_there_are_cells_enough_and_each_benchmark_that_they_name() -> None:
    cells = checked_cells(DOTNET)
    assert len(cells) >= 8
    named = {cell.benchmark for cell in cells if cell.benchmark is not None}
    assert len([cell for cell in cells if cell.benchmark is not None]) >= 2
    assert all((USER / f"{name}.cs").is_file() for name in named)


def test_benchmarks_by_users_share_no_code_with_the_runner() -> None:
    sources = [path.read_text() for path in USER.glob("*.cs")]
    assert len(sources) >= 4
    assert all("namespace Wirelab.Harness.User;" in source and "Wirelab.Runner" not in source for source in sources)
