"""Settings: environment variables with the prefix FIOBOARD_, nothing else. docs/configuration.md lists them all."""

import re
from functools import lru_cache
from ipaddress import ip_address
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from fioboard.core import sentences
from fioboard.core.layout import DATA_DIR
from fioboard.core.peers import read_proxies
from fioboard.core.store_address import read_store_address

# From the one that may least to the one that may most.
ROLES = ("viewer", "editor", "admin")
# Addresses that stand for every one of this machine's, as part of a URL, and where such a service is reached from here.
REACHABLE = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "[::]": "[::1]"}  # noqa: S104 -- compared with, not listened on
# Host and port may be missing; a password may hold anything but @.
DATABASE_URL = re.compile(
    r"postgres(?:ql)?(?:\+\w+)?://(?:[^@/:]*(?::[^@]*)?@)?(?:\[[^\]]+\]|[^/?:@]*)(?::\d{1,5})?(?:[/?].*)?"
)


def listed(text: str | None) -> list[str]:
    """The words of a setting that are separated by commas."""
    return [word.strip() for word in (text or "").split(",") if word.strip()]


def is_private_url(url: str) -> bool:
    """Whether nobody on the network can read along: https, or http that does not leave this machine."""
    parts = urlsplit(url)
    name = parts.hostname or ""
    if parts.scheme == "https":
        return bool(name)
    try:
        return parts.scheme == "http" and (name == "localhost" or ip_address(name).is_loopback)
    except ValueError:
        return False


def _secret(itself: SecretStr | None, file: Path | None, name: str) -> str | None:
    """A secret, itself or from its file. Raises ValueError when that cannot be read."""
    if itself is not None:
        return itself.get_secret_value()
    if file is None:
        return None
    try:
        return file.read_text().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(sentences.SETTING_UNREAD(name=name, kind=type(error).__name__)) from None


class Settings(BaseSettings):
    """Every setting of the service. Each field's description is its line in docs/configuration.md."""

    model_config = SettingsConfigDict(env_prefix="FIOBOARD_", extra="ignore")

    database_url: SecretStr | None = Field(
        default=None,
        description="PostgreSQL to use, `postgresql://user:password@host:5432/name`; "
        "unset: the embedded PostgreSQL under `FIOBOARD_DATA_DIR`",
    )
    owner_database_url: SecretStr | None = Field(
        default=None,
        description="The same database as the role that owns the tables, for migrations and `restore`: the role of "
        "`FIOBOARD_DATABASE_URL` then reads and writes rows and may do nothing else; unset: one role for both",
    )
    direct_database_url: SecretStr | None = Field(
        default=None,
        description="Where `FIOBOARD_DATABASE_URL` leads to PgBouncer in transaction mode: the same database past it, "
        "for background work, commands and migrations ([PgBouncer](large-installations.md#pgbouncer)); "
        "unset: there is no pooler",
    )
    read_database_url: SecretStr | None = Field(
        default=None,
        description="A standby of that database, from which pages are read while it is near enough "
        "([read replicas](large-installations.md#read-replicas)); "
        "unset: everything is read from `FIOBOARD_DATABASE_URL`",
    )
    read_max_lag_s: float = Field(
        default=5,
        ge=1,
        le=300,
        description="Standby: seconds that a page may be behind; what is farther behind is not read from",
    )
    data_dir: Path = Field(
        default=DATA_DIR,
        description="Folder of the embedded PostgreSQL and of everything else kept on disk; without a checkout: "
        "`fioboard` in the user's data folder (`~/.local/share`, on macOS `~/Library/Application Support`)",
    )
    database_dir: Path | None = Field(
        default=None,
        description="Where a PostgreSQL of your own keeps its files, when this machine can see them: its disk is then "
        "watched; the embedded one's always is",
    )
    min_free_bytes: int = Field(
        default=200_000_000,
        ge=0,
        description="Room left to the database on its disk: what would need it is refused with 507; reading goes on",
    )
    documents: str | None = Field(
        default=None,
        description="Where the originals of new uploads are kept, `s3://BUCKET/PREFIX?endpoint=https://…&region=…` "
        "([originals in S3](large-installations.md#originals-in-s3)); unset: in PostgreSQL. "
        "What is stored stays readable where it is",
    )
    documents_key_id: str | None = Field(
        default=None,
        description="Object store: the access key's id; unset: `AWS_ACCESS_KEY_ID` and what else S3 clients read",
    )
    documents_secret: SecretStr | None = Field(default=None, description="Object store: the key's secret")
    documents_secret_file: Path | None = Field(
        default=None, description="Object store: a file that holds the secret, instead of the secret itself"
    )
    documents_ca_file: Path | None = Field(
        default=None, description="Object store: certificates (PEM) to trust beside the usual ones"
    )
    host: str = Field(default="127.0.0.1", description="Address to listen on")
    port: int = Field(default=8000, ge=1, le=65535, description="Port to listen on")
    base_url: str | None = Field(
        default=None,
        description="Public address, e.g. `https://bench.example.org/fio`; unset: `http://HOST:PORT`",
    )
    command: str | None = Field(
        default=None,
        description="How people run this command line, for what pages and commands advise, e.g. "
        "`docker compose exec app fioboard`; unset: by `make` in a checkout, else `fioboard`",
    )
    allowed_hosts: str | None = Field(
        default=None,
        description="More names this service answers to, separated by commas; "
        "always: `localhost`, IP addresses, the name in `FIOBOARD_BASE_URL`",
    )
    trusted_proxies: str | None = Field(
        default=None,
        description="Addresses and networks of proxies in front, separated by commas, e.g. `127.0.0.1,10.0.0.0/24`; "
        "`X-Forwarded-For` and `X-Forwarded-Proto` are believed from there alone "
        "([proxy.md](proxy.md)); unset: from nobody, and all who come through a proxy share its limits",
    )
    workers: int = Field(default=2, ge=1, le=64, description="Worker processes")
    max_upload_bytes: int = Field(
        default=32 * 1024 * 1024,
        ge=1024,
        description="Largest upload after decompression; a quarter of it compressed",
    )
    pool_size: int = Field(default=10, ge=1, le=100, description="Database connections per worker")
    postgres_user: str | None = Field(
        default=None,
        description="System user the embedded PostgreSQL runs as when the service is started by root; unset: `nobody`",
    )
    password_login: bool = Field(
        default=True,
        description="False: people come in by single sign-on, or by a one-time link from the terminal",
    )
    oidc_issuer: str | None = Field(
        default=None,
        description="Single sign-on: the OpenID Connect issuer, as its discovery document spells it; "
        "its redirect address is `/sso` below `FIOBOARD_BASE_URL`",
    )
    oidc_client_id: str | None = Field(
        default=None, description="Single sign-on: this service's client id at the issuer"
    )
    oidc_client_secret: SecretStr | None = Field(
        default=None, description="Single sign-on: its secret; unset: a public client, PKCE only"
    )
    oidc_client_secret_file: Path | None = Field(
        default=None, description="Single sign-on: a file that holds the secret, instead of the secret itself"
    )
    oidc_name: str = Field(default="SSO", description="Single sign-on: what the button calls the issuer")
    oidc_scopes: str = Field(
        default="openid,profile", description="Single sign-on: scopes to ask for, separated by commas"
    )
    oidc_role_claim: str = Field(
        default="groups",
        description="Single sign-on: the claim that decides the role; a dot leads into an object",
    )
    oidc_roles: str | None = Field(
        default=None,
        description="Single sign-on: role by value of that claim, e.g. `storage-admins=admin,storage=editor,*=viewer`; "
        "the highest counts, who has none is refused. Unset: only accounts that their owners connected",
    )
    oidc_allowed_domains: str | None = Field(
        default=None,
        description="Single sign-on: let in only verified e-mail addresses of these domains, separated by commas",
    )
    oidc_hosts: str | None = Field(
        default=None,
        description="Single sign-on: more hosts that the issuer's endpoints may be on, separated by commas; "
        "always: the issuer's own",
    )
    purpose_cards: Path | None = Field(
        default=None,
        description="Folder of purposes of your own, `*.toml`, read at start "
        "([purposes.md](purposes.md#cards-of-your-own)); unset: the built-in ones alone",
    )
    mcp: bool = Field(
        default=False,
        description="Serve tools for language models at `/mcp`, to tokens of scope `read` ([mcp.md](mcp.md))",
    )
    secret_key: SecretStr | None = Field(
        default=None,
        min_length=16,
        description="What destinations of notifications are encrypted with; unset: the file `notification.key` under "
        "`FIOBOARD_DATA_DIR`, made on first use",
    )
    notify_private: bool = Field(
        default=False,
        description="True: notifications may go to servers inside private networks and on this machine",
    )
    metrics_series: bool = Field(
        default=False,
        description="True: `/metrics` has the newest figure of each watched series, at most 5,000, and open events by "
        "kind, too; the database is asked once a minute",
    )
    log_level: str = Field(default="info", description="`debug`, `info`, `warning` or `error`")
    unsafe_no_fsync: bool = Field(
        default=False,
        description="Tests only: start although PostgreSQL does not promise durability; shown in /readyz",
    )

    @field_validator("database_url", "owner_database_url", "direct_database_url", "read_database_url")
    @classmethod
    def _database_url(cls, given: SecretStr | None) -> SecretStr | None:
        if given is not None and not DATABASE_URL.fullmatch(given.get_secret_value()):
            raise ValueError("must be an address such as postgresql://user:password@host:5432/name")
        return given

    @model_validator(mode="after")
    def _address(self) -> Self:
        if self.base_url is not None:
            parts = urlsplit(self.base_url)
            # docker-compose.yml makes it of FIOBOARD_PUBLISH, which may be a port alone.
            if parts.scheme not in {"http", "https"} or not parts.hostname or parts.hostname.isdigit():
                raise ValueError(
                    "FIOBOARD_BASE_URL must be an address such as http://127.0.0.1:8000 "
                    "(with Docker it follows from FIOBOARD_PUBLISH, which is ADDRESS:PORT)"
                )
        return self

    @model_validator(mode="after")
    def _proxies(self) -> Self:
        self.proxies()
        return self

    def proxies(self) -> list[str]:
        """The networks of the proxies that are believed. Raises ValueError for what is no network."""
        return read_proxies(self.trusted_proxies or "")

    @model_validator(mode="after")
    def _database(self) -> Self:
        if self.owner_database_url is not None and self.database_url is None:
            raise ValueError("FIOBOARD_OWNER_DATABASE_URL needs FIOBOARD_DATABASE_URL")
        if self.direct_database_url is not None and self.database_url is None:
            raise ValueError("FIOBOARD_DIRECT_DATABASE_URL needs FIOBOARD_DATABASE_URL")
        if self.read_database_url is not None and self.database_url is None:
            raise ValueError("FIOBOARD_READ_DATABASE_URL needs FIOBOARD_DATABASE_URL")
        return self

    @model_validator(mode="after")
    def _documents(self) -> Self:
        given = [
            self.documents_key_id,
            self.documents_secret,
            self.documents_secret_file,
            self.documents_ca_file,
        ]
        if self.documents is None:
            if any(one is not None for one in given):
                raise ValueError("FIOBOARD_DOCUMENTS_… needs FIOBOARD_DOCUMENTS")
            return self
        address = read_store_address(self.documents)
        if address.endpoint and not address.is_http_allowed and not is_private_url(address.endpoint):
            raise ValueError(
                "FIOBOARD_DOCUMENTS: its endpoint is https, or http on this machine; with allow_http=true also http "
                "elsewhere, where anybody on the way reads along"
            )
        if self.documents_secret is not None and self.documents_secret_file is not None:
            raise ValueError("set FIOBOARD_DOCUMENTS_SECRET or FIOBOARD_DOCUMENTS_SECRET_FILE, not both")
        if (self.documents_key_id is None) != (self.documents_key_secret() is None):
            raise ValueError("FIOBOARD_DOCUMENTS_KEY_ID and its secret go together")
        return self

    def documents_key_secret(self) -> str | None:
        """The secret of the object store's key, itself or from its file. Raises ValueError when that cannot be read."""
        return _secret(self.documents_secret, self.documents_secret_file, "FIOBOARD_DOCUMENTS_SECRET_FILE")

    @model_validator(mode="after")
    def _single_sign_on(self) -> Self:
        if self.oidc_issuer is None:
            if not self.password_login:
                raise ValueError("FIOBOARD_PASSWORD_LOGIN=false needs FIOBOARD_OIDC_ISSUER")
            return self
        if self.oidc_client_id is None:
            raise ValueError("FIOBOARD_OIDC_ISSUER needs FIOBOARD_OIDC_CLIENT_ID")
        if self.oidc_client_secret is not None and self.oidc_client_secret_file is not None:
            raise ValueError("set FIOBOARD_OIDC_CLIENT_SECRET or FIOBOARD_OIDC_CLIENT_SECRET_FILE, not both")
        if not is_private_url(self.oidc_issuer):
            raise ValueError("FIOBOARD_OIDC_ISSUER is https, or http on this machine")
        self.roles_of_claims()
        self.client_secret()
        return self

    def client_secret(self) -> str | None:
        """The client secret for single sign-on, itself or from its file. Raises ValueError when that cannot be read."""
        return _secret(
            self.oidc_client_secret, self.oidc_client_secret_file, "FIOBOARD_OIDC_CLIENT_SECRET_FILE"
        )

    def roles_of_claims(self) -> dict[str, str]:
        """Role by value of the role claim; empty when unset. Raises ValueError naming the pair that is none."""
        roles = {}
        for pair in listed(self.oidc_roles):
            value, sign, role = (part.strip() for part in pair.rpartition("="))
            if not sign or not value or role not in ROLES:
                raise ValueError(sentences.NO_ROLE(pair=repr(pair), roles=", ".join(ROLES)))
            roles[value] = role
        return roles

    @property
    def public_url(self) -> str:
        """The address people use, without a slash at the end."""
        url = urlsplit((self.base_url or f"http://{self.host}:{self.port}").rstrip("/"))
        # The address that means "all of this machine's" is none to go to.
        for every, one in REACHABLE.items():
            if url.netloc in (every, f"{every}:{url.port}"):
                url = url._replace(netloc=url.netloc.replace(every, one))
        return url.geturl()

    @property
    def is_https(self) -> bool:
        """Whether people reach this service over TLS."""
        return self.public_url.startswith("https:")

    @property
    def base_path(self) -> str:
        """Path part of the public address, always starting and ending with a slash."""
        after_scheme = self.public_url.split("://", 1)[-1]
        path = after_scheme.partition("/")[2].strip("/")
        return f"/{path}/" if path else "/"


@lru_cache(maxsize=1)
def settings() -> Settings:
    """The settings of this process, read once."""
    return Settings()
