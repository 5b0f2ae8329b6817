"""docker-compose.yml and the Dockerfile against the code: no engine runs here, so every word of them is checked."""

import re
import shlex
from typing import Any

import pytest
import yaml

from fioboard.cli.program import VERBS
from fioboard.core.config import Settings
from hatch_build import BUNDLED
from tests.house.conftest import CHECKOUT, text_of

DOCKERFILE = "backend/Dockerfile"
PINNED = re.compile(r"^[a-z0-9./-]+:\d+\.\d+(\.\d+)?(-[a-z0-9-]+)?$")


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load(text_of("docker-compose.yml"))
    return loaded


def instructions(name: str) -> list[str]:
    """Arguments of every instruction of that name in the Dockerfile, continued lines joined."""
    joined = re.sub(r"\\\n\s*", " ", text_of(DOCKERFILE))
    return re.findall(rf"^{name}\s+(.*)$", joined, re.MULTILINE)


def test_compose_file_has_database_and_service_with_one_volume(compose: dict[str, Any]) -> None:
    assert set(compose["services"]) == {"db", "migrate", "app"}
    assert set(compose["volumes"]) == {"db"}
    assert compose["services"]["db"]["volumes"] == [
        "db:/var/lib/postgresql"
    ]  # not …/data, since PostgreSQL 18


def test_every_variable_of_the_service_is_a_setting(compose: dict[str, Any]) -> None:
    known = {f"FIOBOARD_{name.upper()}" for name in Settings.model_fields}
    given = {
        name
        for service in ("migrate", "app")
        for name in compose["services"][service]["environment"]
        if name.startswith("FIOBOARD_")
    }
    image = {
        pair.split("=")[0]
        for line in instructions("ENV")
        for pair in line.split()
        if pair.startswith("FIOBOARD_")
    }
    assert given
    assert (given | image) - known == set()
    assert not given & {"FIOBOARD_UNSAFE_NO_FSYNC"}


def test_the_example_in_the_comment_is_one_that_the_service_takes(compose: dict[str, Any]) -> None:
    lines = re.findall(r"^#   FIOBOARD_([A-Z_]+)=(\S+)$", text_of("docker-compose.yml"), re.MULTILINE)
    example = {name.lower(): value for name, value in lines}
    assert {"documents", "documents_key_id", "documents_secret", "read_database_url"} <= set(example)
    address = compose["services"]["app"]["environment"]["FIOBOARD_DATABASE_URL"]
    settings = Settings(database_url=address, **example)  # type: ignore[arg-type] # as read from an environment
    assert set(example) <= settings.model_fields_set


def test_every_variable_of_the_file_is_documented() -> None:
    used = set(re.findall(r"\$\{([A-Z_]+)", text_of("docker-compose.yml")))
    assert "FIOBOARD_DB_PASSWORD" in used
    documents = text_of("docs/install.md") + text_of("docs/configuration.md")
    assert {name for name in used if name not in documents} == set()


def test_passwords_have_no_default_and_stand_nowhere(compose: dict[str, Any]) -> None:
    db, migrate, app = (compose["services"][name]["environment"] for name in ("db", "migrate", "app"))
    for value in (db["POSTGRES_PASSWORD"], migrate["PGPASSWORD"]):
        assert re.fullmatch(r"\$\{FIOBOARD_DB_PASSWORD:\?[^}]+\}", value)
    # Its data folder is in memory: a key of its own would be lost at every restart.
    assert re.fullmatch(r"\$\{FIOBOARD_SECRET_KEY:\?[^}]+\}", app["FIOBOARD_SECRET_KEY"])
    assert re.fullmatch(r"\$\{FIOBOARD_DB_SERVICE_PASSWORD:\?[^}]+\}", app["PGPASSWORD"])
    assert migrate["FIOBOARD_DATABASE_URL"] == app["FIOBOARD_DATABASE_URL"].replace(
        "@", f":{app['PGPASSWORD']}@"
    )


def test_roles_and_database_are_those_that_the_database_makes(compose: dict[str, Any]) -> None:
    db, migrate, app = (compose["services"][name]["environment"] for name in ("db", "migrate", "app"))
    owner, name = db["POSTGRES_USER"], db["POSTGRES_DB"]
    assert migrate["FIOBOARD_OWNER_DATABASE_URL"] == f"postgresql://{owner}@db:5432/{name}"
    assert app["FIOBOARD_DATABASE_URL"] == f"postgresql://fioboard_service@db:5432/{name}"
    assert f"--username={owner}" in compose["services"]["db"]["healthcheck"]["test"]


def test_the_service_has_no_way_to_the_owner_of_its_tables(compose: dict[str, Any]) -> None:
    app = compose["services"]["app"]["environment"]
    assert "FIOBOARD_OWNER_DATABASE_URL" not in app
    assert "FIOBOARD_DB_PASSWORD" not in str(app)


def test_service_waits_for_the_tables_and_these_for_a_healthy_database(compose: dict[str, Any]) -> None:
    migrate, app = compose["services"]["migrate"], compose["services"]["app"]
    assert app["depends_on"] == {"migrate": {"condition": "service_completed_successfully"}}
    assert migrate["depends_on"] == {"db": {"condition": "service_healthy"}}
    assert (migrate["image"], migrate["build"]) == (app["image"], app["build"])
    [verb] = migrate["command"]
    assert verb in VERBS
    assert "restart" not in migrate
    assert compose["services"]["db"]["healthcheck"]["test"][:2] == ["CMD", "pg_isready"]


def test_health_check_is_a_verb_of_ours(compose: dict[str, Any]) -> None:
    kind, program, verb = compose["services"]["app"]["healthcheck"]["test"]
    assert (kind, program) == ("CMD", "fioboard")
    assert verb in VERBS
    assert f'CMD ["fioboard", "{verb}"]' in text_of(DOCKERFILE)


def test_image_starts_a_verb_of_ours_through_the_wheels_own_script() -> None:
    assert instructions("ENTRYPOINT") == ['["fioboard"]']
    [command] = [line for line in instructions("CMD") if not line.startswith('["fioboard"')]
    assert command == '["serve"]'
    assert "serve" in VERBS
    assert "ln -s /opt/fioboard/bin/fioboard /usr/local/bin/fioboard" in text_of(DOCKERFILE)


def test_published_port_is_the_one_the_image_listens_on(compose: dict[str, Any]) -> None:
    [port] = compose["services"]["app"]["ports"]
    assert port == "${FIOBOARD_PUBLISH:-127.0.0.1:8000}:8000"
    assert instructions("EXPOSE") == ["8000"]
    assert "FIOBOARD_PORT=8000" in text_of(DOCKERFILE)
    assert "FIOBOARD_HOST=0.0.0.0" in text_of(DOCKERFILE)


def test_images_are_pinned_to_a_patch_release(compose: dict[str, Any]) -> None:
    stages = {line.split(" AS ")[1] for line in instructions("FROM") if " AS " in line}
    bases = [line.split(" AS ")[0] for line in instructions("FROM")]
    for image in [compose["services"]["db"]["image"], compose["services"]["app"]["image"], *bases]:
        assert image in stages or PINNED.match(image), image
    assert compose["services"]["db"]["image"].startswith("postgres:18.")


def test_container_is_unprivileged(compose: dict[str, Any]) -> None:
    assert instructions("USER") == ["10001:10001"]
    for name in ("migrate", "app"):
        service = compose["services"][name]
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]


def test_everything_that_is_copied_exists_and_reaches_the_builder() -> None:
    ignored = text_of(".dockerignore").splitlines()
    built = {"frontend/dist", "agent/dist"}
    for line in instructions("COPY"):
        words = shlex.split(line)
        if words[0].startswith("--from="):
            continue
        for source in words[:-1]:
            assert (CHECKOUT / source).exists(), source
            assert source not in built
            allowed = [entry[1:] for entry in ignored if entry.startswith("!")]
            assert any(
                source == entry or source.startswith(f"{entry}/") or entry.startswith(f"{source}/")
                for entry in allowed
            ), source


def test_all_that_goes_into_the_wheel_is_copied_or_built() -> None:
    """What it needs and has not fails the build: this fails without an engine."""
    copied = [source for line in instructions("COPY") for source in shlex.split(line)[:-1]]
    built = {
        "frontend/dist": "npm run build",
        "agent/dist/agent.pyz": "fioboard_agent.build dist/agent.pyz",
        "agent/dist/agent.deb": "agent_packages.py",
        "agent/dist/agent.rpm": "agent_packages.py",
    }
    for name in (*BUNDLED, "backend/fioboard", "backend/hatch_build.py", "backend/scripts/dist.py"):
        if name in built:
            assert any(built[name] in line for line in instructions("RUN")), name
        else:
            assert any(name == source or name.startswith(f"{source}/") for source in copied), name


def test_the_image_holds_the_wheel_and_no_source_tree() -> None:
    final = text_of(DOCKERFILE).rpartition("\nFROM ")[2]
    assert re.findall(r"^(?:COPY|ADD)\s+(.*)$", final, re.MULTILINE) == [
        "--from=wheel /opt/fioboard /opt/fioboard"
    ]
    installed = [line for line in instructions("RUN") if "build/dist/*.whl" in line]
    assert len(installed) == 1
    assert "--python /opt/fioboard/bin/python --no-deps build/dist/*.whl" in installed[0]


def test_dockerfile_needs_no_buildkit() -> None:
    text = text_of(DOCKERFILE)
    assert "--mount=" not in text
    assert "<<" not in text
    assert "# syntax=" not in text
