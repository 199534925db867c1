"""Studies for hosts: over scripted subjects, and always all of their rounds."""

from tests.app.studies import QUICK_MODE
from wirelab.study.definition import Study, parse_study

FAKE, SLOW = "fake", "fake-slow-start"


def study_text(rounds: int = 3, platform: str = FAKE) -> str:
    """A study with a true ratio of 1.05; processes of `SLOW` take two seconds to start."""
    return (
        'name = "steps"\nquestion = "Does it hold?"\n'
        f'[factors]\nworkload = ["school"]\nsize = [110]\nplatform = ["{platform}"]\n'
        'operation = ["serialize"]\ncodec = ["steady", "slower-5"]\n'
        f'[analysis]\nuntil = "rounds"\n[measure]\nrounds = {rounds}\nturns = 5\n'
        f"{QUICK_MODE.replace('slack_s = 2', 'slack_s = 30')}"
    )


def study(rounds: int = 3, platform: str = FAKE) -> Study:
    """The same, parsed."""
    return parse_study(study_text(rounds, platform), "study steps")
