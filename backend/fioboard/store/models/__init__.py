"""The tables, one file per noun; all imported here so that Alembic sees them."""

from fioboard.store.models.access import ApiToken, OneTimeCode, Session
from fioboard.store.models.account import AppUser, AuditEvent, FailedLogin, Invitation
from fioboard.store.models.base import Base
from fioboard.store.models.batch import Batch
from fioboard.store.models.configuration import Configuration
from fioboard.store.models.document import Document
from fioboard.store.models.event import AgentReport, Event, Expectation
from fioboard.store.models.fleet import Drive, HostState, RunDrive
from fioboard.store.models.host import Host, HostAgent, HostIdentifier, HostMove, HostMoved
from fioboard.store.models.inventory import Inventory, StatedHardware
from fioboard.store.models.notification import NotificationDelivery, NotificationRule
from fioboard.store.models.reference import Reference, ReferenceRun
from fioboard.store.models.reference_set import (
    ReferenceSet,
    ReferenceSetCell,
    ReferenceSetKey,
    ReferenceSetStated,
)
from fioboard.store.models.reparse import Reparse
from fioboard.store.models.request import (
    LiveSample,
    Request,
    RequestGroup,
    RequestStart,
    Schedule,
    ServingHost,
)
from fioboard.store.models.result import Histogram, JobResult, Result
from fioboard.store.models.run import Run
from fioboard.store.models.run_edit import RunEdit
from fioboard.store.models.saved_view import Feed, SavedView
from fioboard.store.models.share import Share, ShareDocument, ShareReply, ShareRun, ShareView
from fioboard.store.models.spec_card import SpecCard
from fioboard.store.models.time_note import TimeNote
from fioboard.store.models.time_series import TimeSeries
from fioboard.store.models.upload import RefusedUpload, Upload, UploadDue, UploadFile
from fioboard.store.models.watch import Change, WatchDue, WatchMember, WatchSeries
from fioboard.store.models.workload import Workload

__all__ = [
    "AgentReport",
    "ApiToken",
    "AppUser",
    "AuditEvent",
    "Base",
    "Batch",
    "Change",
    "Configuration",
    "Document",
    "Drive",
    "Event",
    "Expectation",
    "FailedLogin",
    "Feed",
    "Histogram",
    "Host",
    "HostAgent",
    "HostIdentifier",
    "HostMove",
    "HostMoved",
    "HostState",
    "Inventory",
    "Invitation",
    "JobResult",
    "LiveSample",
    "NotificationDelivery",
    "NotificationRule",
    "OneTimeCode",
    "Reference",
    "ReferenceRun",
    "ReferenceSet",
    "ReferenceSetCell",
    "ReferenceSetKey",
    "ReferenceSetStated",
    "RefusedUpload",
    "Reparse",
    "Request",
    "RequestGroup",
    "RequestStart",
    "Result",
    "Run",
    "RunDrive",
    "RunEdit",
    "SavedView",
    "Schedule",
    "ServingHost",
    "Session",
    "Share",
    "ShareDocument",
    "ShareReply",
    "ShareRun",
    "ShareView",
    "SpecCard",
    "StatedHardware",
    "TimeNote",
    "TimeSeries",
    "Upload",
    "UploadDue",
    "UploadFile",
    "WatchDue",
    "WatchMember",
    "WatchSeries",
    "Workload",
]
