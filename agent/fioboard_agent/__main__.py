"""`python -m fioboard_agent` and `python agent.pyz` start here."""

import sys

from fioboard_agent.cli import main

sys.exit(main())
