"""NVMe controllers: what /sys and the controllers themselves say, and how their answers are read."""
