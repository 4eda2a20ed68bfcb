"""Sources of verdicts as links into the rule book."""

from __future__ import annotations

from django import template

from tournament import rulebook

register = template.Library()

register.filter("rule_url", rulebook.rule_url)
register.filter("rule_text", rulebook.rule_text)
