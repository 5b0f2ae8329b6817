"""From a finished run to the service: the document, the spool it waits in, the upload. Measures nothing."""
