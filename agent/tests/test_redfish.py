"""firmware/redfish*.py against a BMC on a real TLS socket that serves documents captured from real ones."""

from __future__ import annotations

import gzip
import json
import threading

import pytest
from bmc_double import PASSWORD, USER, Bmc, running
from trees import fixture

from fioboard_agent.errors import SetupError
from fioboard_agent.firmware import redfish_client
from fioboard_agent.firmware.redfish_access import PREFIX, read_redfish_access
from fioboard_agent.firmware.settings import add_firmware_settings


def load(name):
    return json.loads(fixture(f"redfish/{name}.json").read_text(encoding="utf-8"))


@pytest.fixture
def bmc():
    """HPE's documents under HPE's own paths, with their odd cases and slashes."""
    bmc = Bmc()
    bios = load("hpe-DL325-bios")
    bmc.documents = {
        "/redfish/v1/": {
            "Systems": {"@odata.id": "/redfish/v1/Systems/"},
            "Registries": {"@odata.id": "/redfish/v1/Registries"},
            "Links": {"Sessions": {"@odata.id": "/redfish/v1/SessionService/Sessions"}},
        },
        "/redfish/v1/Systems/": {"Members": [{"@odata.id": "/redfish/v1/Systems/1"}]},
        "/redfish/v1/Systems/1": load("hpe-DL325-system"),
        "/redfish/v1/systems/1/bios": bios,
        "/redfish/v1/systems/1/bios/settings/": load("hpe-DL325-bios-settings"),
        "/redfish/v1/Registries": {
            "Members": [
                {"@odata.id": "/redfish/v1/Registries/Base.v1_0_0"},
                {"@odata.id": f"/redfish/v1/Registries/{bios['AttributeRegistry']}"},
            ]
        },
        f"/redfish/v1/Registries/{bios['AttributeRegistry']}": load("hpe-DL325-registry-file"),
        "/redfish/v1/registrystore/registries/en/biosattributeregistrya43.v1_2_52": {
            "RegistryEntries": {
                "Attributes": [
                    {
                        "AttributeName": "NumaMemoryDomainsPerSocket",
                        "Type": "Enumeration",
                        "Value": [
                            {"ValueName": "Auto", "ValueDisplayName": "Auto"},
                            {
                                "ValueName": "OneMemoryDomainPerSocket",
                                "ValueDisplayName": "One memory domain per socket",
                            },
                        ],
                    },
                    {"AttributeName": "UrlBootFile", "Type": "String"},
                    {"AttributeName": "ProcSMT", "Type": "Password"},
                ]
            }
        },
    }
    return bmc


@pytest.fixture
def ask(bmc, certificate, monkeypatch):
    """Completes a document with what the BMC says; further settings as keywords."""
    waited = []
    monkeypatch.setattr(redfish_client.RedfishClient.__init__, "__defaults__", (waited.append,))

    def complete(uuid=None, **settings):
        key, pem, fingerprint = certificate
        with running(bmc, key, pem) as port:
            given = {
                "url": f"https://127.0.0.1:{port}",
                "user": USER,
                "password": PASSWORD,
                "fingerprint": fingerprint,
            }
            given.update(settings)
            environ = {PREFIX + name.upper(): value for name, value in given.items() if value is not None}
            document = {"sources": {}, "system": {"uuid": uuid}}
            add_firmware_settings(document, None, {}, environ)
        assert PASSWORD not in json.dumps(document)
        return document

    complete.waited = waited
    return complete


def test_settings_of_a_server(ask, bmc):
    document = ask()
    found = document["firmware_settings"]
    assert document["sources"]["redfish"] == {"status": "ok", "detail": None}
    assert found["source"] == "redfish"
    assert (
        found["raw"]["NumaMemoryDomainsPerSocket"] == load("hpe-DL325-bios")["Attributes"]["NumaMemoryDomainsPerSocket"]
    )
    assert found["raw"]["WorkloadProfile"]
    assert not bmc.sessions


def test_people_secrets_and_names_of_the_machine_are_left_out(ask):
    raw = ask()["firmware_settings"]["raw"]
    attributes = load("hpe-DL325-bios")["Attributes"]
    for name in (
        "AdminName",
        "AdminEmail",
        "AdminPhone",
        "ServerName",
        "ServerAssetTag",
        "UrlBootFile",
        "SerialNumber",
    ):
        assert name not in raw
    # A password by its type in the registry, whatever its name.
    assert "ProcSMT" in attributes
    assert "ProcSMT" not in raw
    assert len(raw) > 150


@pytest.mark.nightly
def test_values_that_wait_for_a_restart_are_told(ask, bmc):
    assert ask()["firmware_settings"]["is_pending"] is False
    bmc.documents["/redfish/v1/systems/1/bios/settings/"]["Attributes"]["WorkloadProfile"] = "Custom-2"
    assert ask()["firmware_settings"]["is_pending"] is True
    del bmc.documents["/redfish/v1/systems/1/bios/settings/"]["Attributes"]
    assert ask()["firmware_settings"]["is_pending"] is None


def test_numbers_come_with_what_the_vendor_displays_for_them(ask, bmc):
    """Intel's boards say 1 for ProcessorHyperThreadingDisable; only the registry knows what that means."""
    bios = load("intel-server-board-bios")
    bmc.documents["/redfish/v1/systems/1/bios"] = bios
    entry = {
        "AttributeName": "ProcessorHyperThreadingDisable",
        "Value": [
            {"ValueName": 0, "ValueDisplayName": "Disabled"},
            {"ValueName": 1, "ValueDisplayName": "Enabled"},
        ],
    }
    name = bios["AttributeRegistry"]
    bmc.documents["/redfish/v1/Registries"]["Members"].append({"@odata.id": f"/redfish/v1/Registries/{name}/"})
    bmc.documents[f"/redfish/v1/Registries/{name}/"] = {
        "Location": [{"Language": "en-US", "Uri": "/redfish/v1/r.json"}]
    }
    bmc.documents["/redfish/v1/r.json"] = {"RegistryEntries": {"Attributes": [entry, "garbage", {"Value": 3}]}}
    found = ask()["firmware_settings"]
    assert found["raw"]["ProcessorHyperThreadingDisable"] == 1
    assert found["registry"] == {"ProcessorHyperThreadingDisable": {"1": "Enabled"}}


def test_values_that_are_objects(ask, bmc):
    """HPE Cray: {"current_value": "NPS4", "AllowableValues": […]}."""
    bmc.documents["/redfish/v1/systems/1/bios"] = load("cray-EX235n-bios")
    raw = ask()["firmware_settings"]["raw"]
    assert raw["NUMA"] == "NPS4"
    assert all(isinstance(value, (str, int)) for value in raw.values())


def test_full_registry_of_a_real_server(ask, bmc):
    bmc.documents["/redfish/v1/registrystore/registries/en/biosattributeregistrya43.v1_2_52"] = load(
        "hpe-DL325-attribute-registry"
    )
    found = ask()["firmware_settings"]
    name, shown = "WorkloadProfile", found["registry"]["WorkloadProfile"]
    assert set(shown) == {found["raw"][name]}


@pytest.mark.nightly
def test_compressed_registry_is_read(ask, bmc):
    path = "/redfish/v1/registrystore/registries/en/biosattributeregistrya43.v1_2_52"
    packed = gzip.compress(json.dumps(bmc.documents[path]).encode())
    bmc.answers[path] = [(200, {"Content-Encoding": "gzip"}, packed)]
    assert "ProcSMT" not in ask()["firmware_settings"]["raw"]


def test_board_without_attributes_is_absent(ask, bmc):
    bmc.documents["/redfish/v1/systems/1/bios"] = load("openbmc-bios")
    document = ask()
    assert document["sources"]["redfish"]["status"] == "absent"
    assert document["firmware_settings"]["source"] is None
    assert not bmc.sessions


@pytest.mark.nightly
def test_session_is_deleted_also_when_the_bmc_calls_itself_by_another_name(ask, bmc):
    bmc.own_name = "https://bmc-7.internal"
    assert ask()["firmware_settings"]["source"] == "redfish"
    assert not bmc.sessions


def test_wrong_password_is_denied_and_not_repeated_in_the_sentence(ask):
    document = ask(password="wrong-s3cret")
    assert document["sources"]["redfish"]["status"] == "denied"
    assert "wrong-s3cret" not in json.dumps(document)


def test_bmc_without_sessions_gets_the_credentials_with_every_request(ask, bmc):
    bmc.has_sessions = False
    assert ask()["firmware_settings"]["source"] == "redfish"


@pytest.mark.nightly
@pytest.mark.parametrize("status", [429, 503])
def test_busy_bmc_is_waited_for(ask, bmc, status):
    bmc.answers["/redfish/v1/systems/1/bios"] = [(status, {"Retry-After": "7"}, b"{}"), (status, {}, b"{}")]
    assert ask()["firmware_settings"]["source"] == "redfish"
    assert ask.waited == [7.0, 2.0]


def test_bmc_that_stays_busy_is_an_error_and_the_session_is_deleted(ask, bmc):
    bmc.answers["/redfish/v1/systems/1/bios"] = [(503, {}, b"{}")] * 9
    document = ask()
    assert document["sources"]["redfish"] == {
        "status": "error",
        "detail": "/redfish/v1/systems/1/bios was answered with 503",
    }
    assert bmc.requests[-1][0] == "DELETE"


def test_self_signed_certificate_is_refused_before_anything_is_sent(ask, bmc):
    document = ask(fingerprint=None)
    assert document["sources"]["redfish"]["status"] == "error"
    assert "FIOBOARD_AGENT_REDFISH_FINGERPRINT" in document["sources"]["redfish"]["detail"]
    assert bmc.requests == []


def test_other_certificate_than_the_pinned_one_is_refused_before_anything_is_sent(ask, bmc):
    document = ask(fingerprint="ab" * 32)
    assert "another certificate" in document["sources"]["redfish"]["detail"]
    assert bmc.requests == []


def test_certificate_of_a_given_authority_is_accepted(ask, certificate):
    assert ask(fingerprint=None, ca_file=str(certificate[1]))["firmware_settings"]["source"] == "redfish"


@pytest.mark.quick(2)
@pytest.mark.parametrize(
    "path",
    [
        "https://evil.example/redfish/v1/x",
        "//evil.example/redfish/v1/x",
        "/redfish/v1/x\r\nX: y",
        "http:",
        7,
        "/etc/x",
    ],
)
def test_bmc_cannot_send_the_agent_elsewhere(ask, bmc, path):
    bmc.documents["/redfish/v1/Systems/1"]["Bios"] = {"@odata.id": path}
    document = ask()
    assert document["sources"]["redfish"]["status"] in {"unparsed", "absent"}
    assert document["firmware_settings"]["source"] is None


def test_redirect_to_another_host_is_not_followed(ask, bmc):
    bmc.answers["/redfish/v1/systems/1/bios"] = [(307, {"Location": "https://evil.example/redfish/v1/x"}, b"")] * 9
    assert ask()["sources"]["redfish"]["status"] == "error"
    assert {path for _, path in bmc.requests} <= {
        *bmc.documents,
        "/redfish/v1/SessionService/Sessions",
        bmc.requests[-1][1],
    }


def test_redirect_to_another_path_is_followed(ask, bmc):
    bios = "/redfish/v1/systems/1/bios"
    bmc.documents["/redfish/v1/Systems/1"]["Bios"] = {"@odata.id": "/redfish/v1/systems/1/bios/"}
    bmc.answers["/redfish/v1/systems/1/bios/"] = [(308, {"Location": bios}, b"")]
    assert ask()["firmware_settings"]["source"] == "redfish"


@pytest.mark.quick(2)
@pytest.mark.parametrize("content", [b"<html>", b"[]", b"\xff\xfe", b"[" * 100_000, b"\x1f\x8bgarbage"])
def test_garbage_is_unparsed(ask, bmc, content):
    bmc.answers["/redfish/v1/Systems/"] = [(200, {}, content)]
    assert ask()["sources"]["redfish"]["status"] == "unparsed"


@pytest.mark.quick(1)
@pytest.mark.parametrize(
    "document",
    [{"Members": 3}, {"Members": [3, {"@odata.id": 4}, {}]}, {}, {"Members": None}],
)
def test_documents_of_odd_shapes_do_not_break_it(ask, bmc, document):
    bmc.documents["/redfish/v1/Systems/"] = document
    assert ask()["sources"]["redfish"]["status"] == "error"


@pytest.mark.parametrize(
    "bios", [{"Attributes": []}, {"Attributes": {"A": None, "B": [1], "C": {"x": 1}, "": "y", "D": "z"}}]
)
def test_attributes_of_odd_shapes(ask, bmc, bios):
    bmc.documents["/redfish/v1/systems/1/bios"] = {"AttributeRegistry": 5, "@Redfish.Settings": [], **bios}
    assert ask()["firmware_settings"]["raw"] in ({}, {"D": "z"})


def test_huge_answer_is_refused(ask, bmc, monkeypatch):
    monkeypatch.setattr(redfish_client, "LARGEST", 20_000)
    bmc.answers["/redfish/v1/Systems/"] = [(200, {}, b" " * 30_000)]
    assert "larger" in ask()["sources"]["redfish"]["detail"]


def test_packed_bomb_is_refused(ask, bmc, monkeypatch):
    monkeypatch.setattr(redfish_client, "LARGEST", 100_000)
    bmc.answers["/redfish/v1/Systems/"] = [(200, {"Content-Encoding": "gzip"}, gzip.compress(b" " * 50_000_000))]
    assert "larger" in ask()["sources"]["redfish"]["detail"]


def test_slow_bmc_is_a_timeout(ask, bmc, monkeypatch):
    monkeypatch.setattr(redfish_client, "WHOLE_TIMEOUT_S", 1.0)
    monkeypatch.setattr(redfish_client, "TIMEOUT_S", 0.3)
    bmc.before = lambda path: threading.Event().wait(1.0) if path == "/redfish/v1/Systems/" else None
    assert ask()["sources"]["redfish"]["status"] == "timeout"


def test_bmc_that_is_not_there_is_an_error(ask):
    assert ask(url="https://127.0.0.1:9")["sources"]["redfish"]["status"] == "error"


def two_systems(bmc):
    bmc.documents["/redfish/v1/Systems/"]["Members"].append({"@odata.id": "/redfish/v1/Systems/2"})
    bmc.documents["/redfish/v1/Systems/1"]["UUID"] = "4C4C4544-0042-3510-8051-B4C04F5A3132"
    bmc.documents["/redfish/v1/Systems/2"] = {
        "Id": "2",
        "UUID": "x",
        "Bios": {"@odata.id": "/redfish/v1/none"},
    }


def test_system_of_a_chassis_of_several_is_found_by_the_hosts_uuid(ask, bmc):
    two_systems(bmc)
    assert ask("4c4c4544-0042-3510-8051-b4c04f5a3132")["firmware_settings"]["source"] == "redfish"


def test_which_of_several_systems_is_never_guessed(ask, bmc):
    two_systems(bmc)
    assert "FIOBOARD_AGENT_REDFISH_SYSTEM" in ask()["sources"]["redfish"]["detail"]
    assert ask(system="1")["firmware_settings"]["source"] == "redfish"


def test_configuration_in_a_file_of_ones_own(tmp_path):
    path = tmp_path / "bmc.json"
    path.write_text(
        json.dumps(
            {
                "url": "https://bmc.example",
                "user": USER,
                "password": PASSWORD,
                "fingerprint": "AB:" * 31 + "AB",
            }
        )
    )
    path.chmod(0o600)
    access = read_redfish_access({PREFIX + "FILE": str(path)})
    assert (access.host, access.port, access.password, access.fingerprint) == (
        "bmc.example",
        443,
        PASSWORD,
        "ab" * 32,
    )
    assert PASSWORD not in repr(access)
    path.chmod(0o640)
    with pytest.raises(SetupError, match="chmod 600"):
        read_redfish_access({PREFIX + "FILE": str(path)})


@pytest.mark.parametrize(
    ("environ", "sentence"),
    [
        ({"URL": "http://bmc.example", "USER": "u", "PASSWORD": "p4ss"}, "must be https"),
        ({"URL": "https://u:p4ss@bmc.example", "USER": "u", "PASSWORD": "p4ss"}, "without user name"),
        ({"URL": "https://bmc.example", "USER": "u"}, "no password"),
        (
            {"URL": "https://bmc.example", "USER": "u", "PASSWORD": "p4ss", "FINGERPRINT": "12"},
            "64 hex digits",
        ),
        ({"FILE": "/nonexistent"}, "cannot be read"),
    ],
)
def test_unusable_configuration_is_said_without_the_secret(environ, sentence):
    with pytest.raises(SetupError, match=sentence) as error:
        read_redfish_access({PREFIX + name: value for name, value in environ.items()})
    assert "p4ss" not in str(error.value)


def test_nothing_configured_is_nothing_asked():
    document = {"sources": {}, "system": None}
    add_firmware_settings(document, None, {"numa.nodes_per_socket": 4}, {})
    assert document["sources"] == {}
    assert document["firmware_settings"]["manual"] == {"numa.nodes_per_socket": 4}
