"""The least a FastAPI service can do: the anchor H."""

from fastapi import FastAPI

app = FastAPI(openapi_url=None)


@app.get("/")
async def empty() -> None:
    """Nothing."""
