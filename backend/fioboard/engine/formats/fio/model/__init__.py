"""What every reader knows: the values they give, and fio's own words (versions, options, percentiles, bins)."""
