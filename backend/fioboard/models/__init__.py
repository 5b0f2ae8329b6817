"""The tables, one file per noun; all imported here so that Alembic sees them."""

from fioboard.models.access import ApiToken, OneTimeCode, Session
from fioboard.models.account import AppUser, AuditEvent, FailedLogin, Invitation
from fioboard.models.base import Base
from fioboard.models.batch import Batch
from fioboard.models.configuration import Configuration
from fioboard.models.document import Document
from fioboard.models.event import AgentReport, Event, Expectation
from fioboard.models.fleet import Drive, HostState, RunDrive
from fioboard.models.host import Host, HostAgent, HostIdentifier, HostMove, HostMoved
from fioboard.models.inventory import Inventory, StatedHardware
from fioboard.models.notification import NotificationDelivery, NotificationRule
from fioboard.models.reference import Reference, ReferenceRun
from fioboard.models.reference_set import (
    ReferenceSet,
    ReferenceSetCell,
    ReferenceSetKey,
    ReferenceSetStated,
)
from fioboard.models.reparse import Reparse
from fioboard.models.request import LiveSample, Request, Schedule, ServingHost
from fioboard.models.result import Histogram, JobResult, Result
from fioboard.models.run import Run
from fioboard.models.run_edit import RunEdit
from fioboard.models.saved_view import Feed, SavedView
from fioboard.models.share import Share, ShareDocument, ShareRun, ShareView
from fioboard.models.spec_card import SpecCard
from fioboard.models.time_note import TimeNote
from fioboard.models.time_series import TimeSeries
from fioboard.models.upload import RefusedUpload, Upload, UploadDue, UploadFile
from fioboard.models.watch import Change, WatchDue, WatchMember, WatchSeries
from fioboard.models.workload import Workload

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
