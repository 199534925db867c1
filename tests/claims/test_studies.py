"""The five studies' claims by their own numbers: how many there are, and those that their own numbers contradict."""

import csv

import pytest

from tests.conftest import ROOT
from wirelab.app.request import find_study, study_path
from wirelab.app.study.claims import judged_by_print, published_figures
from wirelab.claims.factorial import models
from wirelab.claims.verdict import Verdict
from wirelab.report.replicate.evidence import found_text

COUNTED = 235  # claims of all studies, those that repeat another left out
ASKED = {"school-formats": 50, "school-json-xml": 30, "microblog": 20, "records-dotnet": 60, "site-scala": 58}
CONTRADICTED = {
    "school-formats": {
        "protobuf-slightly-larger",
        "loops",
    },
    "school-json-xml": {
        "proportional",
        "sharper-above-5000",
        "maps-to-objects",
    },
    "microblog": {"all-optional", "data-of-random-updates"},
    "records-dotnet": {
        "newtonsoft-before-system-text-json",
        "lead-larger-off-the-web",
        "independent",
        "unequal-variances-by-medians",
    },
    "site-scala": {
        "thrift-two-and-a-half-times",
    },
}
IN_PART = {
    "school-formats": {"xml-sets-similar", "deserialize-close-to-serialize"},
    "school-json-xml": {"hypothesis", "crossing-beyond-10000", "xml-scales-predictably", "gap-grows-as-ratio"},
    "records-dotnet": {
        "interaction-in-both",
        "unequal-variances",
        "console-slower-than-server-in-serialize",
        "normal-residuals",
    },
    "site-scala": {"pickling-slowest", "protobuf-smallest-events", "binary-less-data"},
}
UNTOLD = {
    "school-formats": {
        "xml-random-faster-first-set",
        "gzip-same-faster-first-set",
        "gzip-same-deserializes-faster-first-set",
    }
}


@pytest.mark.parametrize("name", ASKED)
def test_a_study_s_claims_by_its_own_numbers(name: str) -> None:
    judged = judged_by_print(name)
    assert len([one for one in judged if not one.claim.own]) >= ASKED[name]
    by_verdict = {verdict: {one.claim.id for one in judged if one.verdict is verdict} for verdict in Verdict}
    assert by_verdict[Verdict.CONTRADICTED] == CONTRADICTED[name]
    assert by_verdict[Verdict.UNTOLD] == UNTOLD.get(name, set())
    assert by_verdict[Verdict.IN_PART] >= IN_PART.get(name, set())
    assert all(found_text(one) for one in judged), "each says what was found, or why nothing was"


def test_there_are_as_many_claims_as_the_readme_of_the_studies_promises() -> None:
    claims = [claim for name in ASKED for claim in find_study(name).claim]
    assert len([claim for claim in claims if claim.repeats is None]) >= COUNTED
    unmeasured = [claim for claim in claims if claim.kind == "unmeasured"]
    assert len(unmeasured) <= len(claims) / 8


@pytest.mark.long
def test_the_table_of_groups_is_what_the_observations_give() -> None:
    """Each published letter that a claim names is also in the analysis of the printed observations."""
    letters = [one for one in judged_by_print("records-dotnet") if one.claim.kind == "letters"]
    assert len(letters) >= 15
    assert {one.verdict for one in letters} == {Verdict.HOLDS}


def test_printed_observations_under_their_own_model_give_the_printed_groupings() -> None:
    """`records-dotnet-tukey.csv` has these as printed, and the page of its replication has them beside ours."""
    study = find_study("records-dotnet")
    (name,) = study.published
    with (ROOT / "studies" / "published" / "records-dotnet-tukey.csv").open(encoding="utf-8", newline="") as file:
        printed = list(csv.DictReader(file))
    for model in models(study.claim, published_figures(name, study_path("records-dotnet").parent)):
        assert model.analysis is not None
        for grouping in model.analysis.groupings:
            factor = ":".join(grouping.term).replace("codec", "package")
            own = [row for row in printed if (row["operation"], row["factor"]) == (model.operation, factor)]
            assert [mean.letters for mean in grouping.means] == [row["grouping"] for row in own]
            assert [mean.mean for mean in grouping.means] == pytest.approx(
                [float(row["mean_log10_s"]) for row in own], abs=1e-5
            )
