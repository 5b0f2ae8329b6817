"""Reading all original bytes again after a reader was improved; ids, edits and links stay."""
