"""Settings: environment variables with the prefix FIOBOARD_, nothing else. README lists them all (a test compares)."""

from functools import lru_cache
from pathlib import Path

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Every setting of the service. Each field's description is its line in the README."""

    model_config = SettingsConfigDict(env_prefix="FIOBOARD_", extra="ignore")

    database_url: SecretStr | None = Field(
        default=None,
        description="PostgreSQL to use, `postgresql://user:password@host:5432/name`; "
        "unset: the embedded PostgreSQL under `FIOBOARD_DATA_DIR`",
    )
    data_dir: Path = Field(
        default=Path(".fioboard"),
        description="Folder of the embedded PostgreSQL and of everything else kept on disk",
    )
    host: str = Field(default="127.0.0.1", description="Address to listen on")
    port: int = Field(default=8000, ge=1, le=65535, description="Port to listen on")
    base_url: str | None = Field(
        default=None,
        description="Public address, e.g. `https://bench.example.org/fio`; unset: `http://HOST:PORT`",
    )
    allowed_hosts: str | None = Field(
        default=None,
        description="More names this service answers to, separated by commas; "
        "always: `localhost`, IP addresses, the name in `FIOBOARD_BASE_URL`",
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
    log_level: str = Field(default="info", description="`debug`, `info`, `warning` or `error`")
    unsafe_no_fsync: bool = Field(
        default=False,
        description="Tests only: start although PostgreSQL does not promise durability; shown in /readyz",
    )

    @property
    def public_url(self) -> str:
        """The address people use, without a slash at the end."""
        return (self.base_url or f"http://{self.host}:{self.port}").rstrip("/")

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
