"""The referee's desk: what lies on it, what the engine says to it, and the sentences for the hall."""
