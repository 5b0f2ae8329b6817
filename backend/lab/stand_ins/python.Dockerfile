# Stands in for python:…-slim where no image can be pulled: Debian's own Python, which pip may install into.
FROM localhost/debian-trixie
RUN apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends python3 python3-pip python3-venv \
 && rm -f /usr/lib/python3*/EXTERNALLY-MANAGED && ln -s python3 /usr/bin/python
CMD ["python3"]
