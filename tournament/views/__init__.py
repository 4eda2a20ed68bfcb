"""Pages: who may, text to values, one action or one query, one template."""
