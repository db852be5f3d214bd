"""One place for the names that have moved between versions of Equinox."""

from functools import partial

import equinox as eqx

hyperparameter = partial(eqx.field, static=True)
