"""Hooks for schemathesis. They store the token of each seat that it gets, so that its later requests act for the seat.

The OpenAPI document can't describe this, because the tokens are cookies, one for each match. The hooks also write counts of the answers
for the test that runs schemathesis.
"""

import atexit
import collections
import json
import os

import schemathesis

tokens = {}
answers = collections.defaultdict(collections.Counter)
SEATING = {"openMatch", "quickMatch", "joinMatch", "rematch"}


def name(case):
    return case.operation.definition.raw.get("operationId", case.operation.label)


@schemathesis.hook
def before_call(context, case, kwargs):
    token = tokens.get(str((case.path_parameters or {}).get("id")))
    if token:
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {token}"}


@schemathesis.hook
def after_call(context, case, response):
    answers[name(case)][response.status_code] += 1
    if name(case) in SEATING and response.status_code in (200, 201):
        seated = response.json()
        tokens[seated["match"]] = seated["token"]


@atexit.register
def tell():
    with open(os.environ["PARLOR_ANSWERS"], "w", encoding="utf-8") as file:
        json.dump({name: dict(counts) for name, counts in answers.items()}, file)
