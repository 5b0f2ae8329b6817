"""The columns of a run that follow from its upload: told anew by every reading, or stated by its sender once."""

from fioboard.engine.words.columns import Column
from fioboard.engine.words.metrics import HEADLINES

READ: tuple[Column, ...] = (
    Column(name="started_at", sql="timestamptz", is_fact=False,
           description="Start, corrected where the host's clock was wrong"),
    Column(name="started_at_reason", sql="text", is_fact=False,
           description="Why started_at is null, or how it was computed"),
    Column(name="clock_ahead_ms", sql="bigint", is_fact=False,
           description="How far the host's clock was ahead, ms; null when no correction is made"),
    Column(name="ended_at", sql="timestamptz", is_fact=False,
           description="End, corrected where the host's clock was wrong"),
    Column(name="state", sql="text", description="Whether a reader understood the output"),
    Column(name="state_reason", sql="text", is_fact=False, description="Why the output was not understood"),
    Column(name="outcome", sql="text", description="How the tool ended"),
    Column(name="reader_version", sql="int", is_fact=False, description="Version of the reader"),
    Column(name="facts_version", sql="int", is_fact=False, description="Version of the rules for path and factors"),
    Column(name="tool_name", sql="text", description="The program that measured"),
    Column(name="tool_version", sql="text", description="Its version as printed"),
    Column(name="argv", sql="jsonb", is_fact=False, description="The command line"),
    Column(name="global_options", sql="jsonb", description="fio's [global] section as typed"),
    Column(name="disk_util", sql="jsonb", description="fio's disk statistics; null when it printed none"),
    Column(name="problems", sql="jsonb", description="Contradictions and remarks about this run"),
    Column(name="job_names", sql="text[]", is_fact=False, description="Distinct, of its results; for searching"),
    Column(name="target", sql="text",
           description="What the I/O went to, as the sender named it; the agent's own file by its folder"),
    Column(name="path", sql="jsonb", description="Targets and limits; null when no target is known"),
    Column(name="verdict", sql="jsonb", is_fact=False, description="Kind, rule, sentence and share of the answer"),
    Column(name="verdict_kind", sql="text", is_fact=False, description="Kind of the verdict; for filters"),
    Column(name="limit_ids", sql="text[]", is_fact=False, description="Limits that the verdict names; for filters"),
    Column(name="finding_ids", sql="text[]", is_fact=False, description="Rules that found something; for filters"),
    Column(name="answer", sql="jsonb", is_fact=False,
           description="Verdict, findings, checks and ceilings; null when nothing was judged"),
    Column(name="rating_basis", sql="jsonb", is_fact=False,
           description="Results to compare with datasheets, with their conditions; null when nothing was measured"),
    Column(name="clock", sql="jsonb", is_fact=False,
           description="What 0:00 is, phases, and where fio's logs stand; null when nothing was recorded over time"),
    Column(name="path_fingerprint", sql="text", is_fact=False, description="Fingerprint of the facet path"),
    Column(name="overridden", sql="jsonb", description="Factors that a label overrides, and what was detected"),
    Column(name="headline_position", sql="smallint", is_fact=False,
           description="Position of the result that gives the headline bandwidth; null: that of the first"),
    *(
        Column(name=name, sql="float8", is_fact=False, description="Largest over the results; for sorting lists")
        for name in HEADLINES
    ),
)  # fmt: skip
"""A reparse replaces them."""

STATED: tuple[Column, ...] = (
    Column(name="batch_id", sql="uuid", description="The batch it is a step of"),
    Column(name="batch", sql="jsonb", description="The batch's name, which step, of how many, in which role"),
    Column(name="title", sql="text", description="Its title"),
    Column(name="note", sql="text", description="What a person says about it"),
    Column(name="labels", sql="jsonb", description="Factors that a person states"),
    Column(name="tags", sql="text[]", description="Words on it, without a value"),
)
"""People may have changed them since: a reparse leaves them."""
