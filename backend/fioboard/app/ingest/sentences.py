"""What uploads and imports refuse, and what they leave out."""

from fioboard.core.sentence import Template

# about
NO_RUN = Template("there is no run {number}: the output contains {held}")
IS_ONE_OF = Template("is one of {known}")
IS_REQUIRED = Template("is required with {given}")
IS_LONGER = Template("is longer than {most} characters")
IS_EMPTY = Template("is empty, or there are more than {most}")

# body
BODY_TOO_LARGE = Template("The announced body is {announced}; this service accepts at most {most}.")

# carried
CARRIED_DAMAGED = Template(
    "The file is damaged ({error}): create it again with `fioboard-agent push --to-file`."
)
TOO_MANY_UPLOADS = Template("More than {most} uploads in one file.")
UPLOAD_DAMAGED = Template("It is damaged: {error}.")
RUNS_CARRIED = Template(
    "Runs of {hosts} from `fioboard-agent push --to-file`: each keeps its host, labels and batch."
)

# folder_plan
TOO_MANY_LOGS = Template("its run has more than {most} logs")

# multipart
TOO_MANY_PARTS = Template("There are more than {most} parts.")

# own_host
OTHER_HOST_OF_NAME = Template(
    "{not_yours} Another host has that name; to use it for this host as well, enrol this host again."
)
HOST_OF_OTHER = Template("{caller} belongs to the host {own} and cannot send for {host}.")

# parts
ONE_MANIFEST = Template("An upload must have exactly one part `manifest`; this one has {given}.")
MANIFEST_NOT_STORED = Template("The manifest cannot be stored: {detail}")
INVENTORY_TOO_LARGE = Template("The inventory is larger than {most}.")
INVENTORY_NOT_STORED = Template("The inventory cannot be stored: {detail}")
NO_PART = Template("There is no part named {name} in an upload.")
FILE_TWICE = Template("The file {name} is given twice.")
FILE_NOT_SENT = Template("The file {name} is listed but was not sent.")
OTHER_DIGEST = Template("The file {name} does not match its digest.")
FILE_NOT_LISTED = Template("The file {name} was sent but is not listed.")

# reading
ONLY_CLAIMS = Template("Hand-written tables contain {figures} that no run in the text measured")
LOOK_AT_PREVIEW = Template("{detail} {claims}: check the preview, then send them to /typed-results.")

# service
LOGS_OF_ONE_RUN = Template("Logs belong to one run, but the output contains {runs}.")
