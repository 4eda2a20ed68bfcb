PYTHON ?= .venv/bin/python
ENGINE_TESTS = $(shell grep -lE "^(from|import) scoring" tests/test_*.py | xargs grep -LE "^(from|import) (tournament|django)")
PO = tournament/locale/de/LC_MESSAGES/django.po

.PHONY: check lint types migrations templates test coverage pictures mo messages

check: lint types templates migrations

lint:
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .

types:
	$(PYTHON) -m mypy

templates:
	$(PYTHON) -m djlint templates --lint --quiet

migrations:
	$(PYTHON) manage.py makemigrations --check --dry-run

# The engine is proved line by line: every branch of scoring/ is walked by its own tests.
coverage:
	$(PYTHON) -m coverage run -m pytest -q $(ENGINE_TESTS)
	$(PYTHON) -m coverage report --fail-under=100

pictures:
	$(PYTHON) tests/pictures.py

test:
	$(PYTHON) manage.py test

# German catalogue: merge entries that were appended twice, then compile. Needs GNU gettext.
mo:
	msguniq --use-first --no-wrap --force-po -o $(PO).tmp $(PO) && mv $(PO).tmp $(PO)
	msgfmt --check-format -o $(PO:.po=.mo) $(PO)

# Collect the strings of code and templates anew; entries nobody uses any more are dropped.
messages:
	$(PYTHON) manage.py makemessages -l de --no-wrap --no-obsolete --add-location file --ignore .venv --ignore tests
	$(MAKE) mo
