"""Prints the versions that Maven's repositories have of an artifact: `versions.py MVN FOLDER PACKAGE`.

The artifact is the one whose version is the property PACKAGE.version, in the pom of FOLDER or in its parent. Maven
itself asks the repositories, with its user's settings, and keeps their answer in the local repository.
"""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

_POM, _SETTINGS = "{http://maven.apache.org/POM/4.0.0}", "{http://maven.apache.org/SETTINGS/1.2.0}"


def main(mvn: str, folder: Path, package: str) -> None:
    """Print the versions, or say what is missing."""
    coordinates = [found for pom in _poms(folder / "pom.xml") for found in _artifacts(pom, f"${{{package}.version}}")]
    if not coordinates:
        sys.exit(f"no pom has an artifact of version ${{{package}.version}}")
    group, artifact = coordinates[0]
    get = [mvn, "-B", "-q", "dependency:get", f"-Dartifact={group}:{artifact}:RELEASE:pom", "-Dtransitive=false"]
    subprocess.run(get, cwd=folder, check=True, stdout=sys.stderr)
    kept = _local_repository().joinpath(*group.split("."), artifact)
    versions = dict.fromkeys(
        each.text or ""
        for answer in sorted(kept.glob("maven-metadata-*.xml"))
        for each in ElementTree.parse(answer).iter("version")
    )
    print("\n".join(versions))


def _poms(pom: Path) -> Iterator[ElementTree.Element]:
    while pom.is_file():
        root = ElementTree.parse(pom).getroot()
        yield root
        parent = root.findtext(f"{_POM}parent/{_POM}relativePath")
        if not parent:
            return
        pom = (pom.parent / parent).resolve()


def _artifacts(pom: ElementTree.Element, version: str) -> Iterator[tuple[str, str]]:
    """Dependencies, and what compilers take as processors."""
    for each in pom.iter():
        group, artifact = (each.findtext(_POM + name) for name in ("groupId", "artifactId"))
        if group and artifact and each.findtext(f"{_POM}version") == version:
            yield group, artifact


def _local_repository() -> Path:
    settings = Path.home() / ".m2" / "settings.xml"
    if settings.is_file():
        root = ElementTree.parse(settings).getroot()
        named = root.findtext("localRepository") or root.findtext(f"{_SETTINGS}localRepository")
        if named:
            return Path(named)
    return Path.home() / ".m2" / "repository"


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3])
