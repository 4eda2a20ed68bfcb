"""Text of a request to typed values; the rules several doors need are shared functions."""
