"""data/machines: the documents that the service and the pages are tested with are the ones the builder makes."""

import json

import pytest
from machine_documents import FOLDER, as_text, build_all

DOCUMENTS = build_all()


@pytest.mark.parametrize("name", sorted(DOCUMENTS))
def test_file_is_what_the_builder_makes(name):
    assert (FOLDER / f"{name}.json").read_text(encoding="utf-8") == as_text(DOCUMENTS[name])


def test_no_file_without_a_builder():
    assert {path.stem for path in FOLDER.glob("*.json")} == set(DOCUMENTS)


@pytest.mark.parametrize("name", sorted(DOCUMENTS))
def test_every_reference_leads_somewhere(name):
    document = json.loads(as_text(DOCUMENTS[name]))
    inventory = document["inventory"]
    for function in inventory["pci"].values():
        assert function["parent"] is None or function["parent"] in inventory["pci"]
    for disk in inventory["disks"].values():
        assert disk["pci"] in inventory["pci"]
    partitions = {part["name"] for disk in inventory["disks"].values() for part in disk["partitions"]}
    for volume in inventory["volumes"].values():
        assert set(volume["members"]) <= partitions | set(inventory["disks"]) | set(inventory["volumes"])
    for target in document["targets"]:
        nodes = target["graph"]["nodes"]
        assert target["graph"]["root"] in nodes
        assert {child for node in nodes.values() for child in node["children"]} <= set(nodes)
        assert target["members"] == list(dict.fromkeys(n["name"] for n in nodes.values() if n["kind"] == "disk"))
