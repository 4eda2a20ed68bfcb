"""Files in and out: JSON text to checked facts, facts to JSON text, and invented tournaments for rehearsal."""
