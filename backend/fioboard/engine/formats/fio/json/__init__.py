"""fio's JSON and json+, wherever in a body it stands → reports."""
