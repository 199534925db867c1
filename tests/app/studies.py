"""Studies over scripted subjects, for tests of whole runs."""

from pathlib import Path

QUICK_MODE = "slack_s = 2\nbatch_ms = 1\nwarm_up_min_ms = 5\nwarm_up_max_ms = 20\n"


def write_study(
    folder: Path,
    *codecs: str,
    rounds: int = 3,
    name: str = "scripted",
    band: float = 0.02,
    profile: str = "default",
    early: tuple[str, ...] = (),
    precision: float = 0.05,
) -> str:
    """Write a study over `codecs` of the fake runner; returns the words to type for it."""
    text = (
        f'name = "{name}"\nquestion = "?"\nprofile = "{profile}"\n'
        f'[factors]\nworkload = ["school"]\nsize = [110]\nplatform = ["fake"]\n'
        f'operation = ["serialize"]\ncodec = [{", ".join(repr(codec) for codec in codecs)}]\n'
        f"[analysis]\nband = {band}\nprecision = {precision}\n[measure]\nrounds = {rounds}\n"
        f"early = {list(early)}\n{QUICK_MODE}"
    )
    path = folder / f"{name}.toml"
    path.write_text(text)
    return path.name
