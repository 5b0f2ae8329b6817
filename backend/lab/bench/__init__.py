"""What the measurements share: a service, a lean client, anchors of the machine, a history of runs, reports."""
