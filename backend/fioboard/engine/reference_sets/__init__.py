"""Reference sets: what other labs measured with a drive model, as signed files that labs exchange; pure."""
