"""Accounts: who may log in."""

from __future__ import annotations

import secrets

from django.contrib.auth import password_validation
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from tournament.actions._base import Refused

CONSONANTS = "bdfgklmnprstvwz"
VOWELS = "aeiou"
WORDS = 4


@transaction.atomic
def create_account(*, username: str, password: str, director: bool, check_password: bool = True) -> User:
    """An account; a director may do everything. Refused with every reason."""
    user = User(username=username, is_superuser=director)
    faults = []
    try:
        user.full_clean(exclude=["password"])
    except ValidationError as error:
        faults += error.messages
    if check_password:
        try:
            password_validation.validate_password(password, user)
        except ValidationError as error:
            faults += error.messages
    if not password:
        faults.append(_("The password is missing."))
    if faults:
        raise Refused(*dict.fromkeys(faults))
    user.set_password(password)
    user.save()
    return user


def readable_password() -> str:
    """Four words that can be read aloud and typed without a mistake, about 50 bits: `bopi-luka-remo-sita`."""
    return "-".join(
        "".join(secrets.choice(letters) for letters in (CONSONANTS, VOWELS) * 2) for _word in range(WORDS)
    )
