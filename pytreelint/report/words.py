"""What `--coverage` calls things: in words of the program that is checked, not of the one that checks it."""

from __future__ import annotations

PLACES = {
    "ArraySubclass": "classes derived from arrays",
    "AttributeWrite": "attributes that are assigned",
    "AuxData": "values in aux data",
    "CallableLeaf": "functions as leaves of Modules",
    "ClassMade": "classes",
    "DecoratedMethod": "transforms on methods",
    "Demanded": "places that need a value",
    "DonatedStatic": "transforms that donate what is static",
    "DonatedTwice": "calls that donate a buffer twice",
    "DonatedUsed": "uses of donated arrays",
    "Differentiated": "trees that gradients are taken of",
    "FreshArgument": "static arguments in loops",
    "FreshField": "functions made for fields",
    "KeyReused": "keys that are drawn from twice",
    "Leak": "tracers that are stored",
    "LostRead": "attributes that flattening loses",
    "NameUsed": "names that libraries removed",
    "Outdated": "outdated arguments",
    "Remade": "transforms made again",
    "StaticDeclaration": "static fields",
    "StaticValue": "values given to static fields",
    "StoredTransform": "transforms kept in Modules",
    "TransformCall": "calls of transforms",
    "TransformMade": "functions given to transforms",
    "TransformOptions": "options of transforms",
    "TransformOutput": "results of transforms",
    "TreeCall": "operations on whole trees",
}
"""Kinds of sites."""

REASONS = {
    "annotation": "an annotation that allows anything",
    "another leaf": "which leaf of a tree is meant",
    "asked for a class that is not known": "an `isinstance` with a class that is not known",
    "bundled": "what a library computes (its source is not installed)",
    "changed and rebound": "a name that is changed and bound again",
    "changed by a closure": "what an inner function changes",
    "changed by a generator": "what a generator changes",
    "changed by del": "what `del` leaves",
    "changed under another name": "an object that is changed under another name",
    "coroutine": "an `async` function",
    "dynamic call": "what a call gives that is not followed",
    "fields": "the fields of a class that are not known",
    "flattening": "how a class flattens",
    "fuel": "a function that is too large to be followed to its end",
    "global": "what a `global` statement binds",
    "inspected": "what `inspect` or `vars` gives",
    "items": "the items of a container",
    "key": "which key of a dict is meant",
    "leaves of a library's node": "the leaves of a library's class",
    "nesting": "calls that are nested deeply",
    "no such name": "a name that is not found",
    "not set": "an attribute that is set nowhere",
    "open class": "a class with a base that cannot be read",
    "optimizer state": "the state of an optimizer",
    "parameter": "what callers pass that are not seen",
    "protocol": "a class that is only described (a protocol)",
    "rebound often": "a name that is bound many times",
    "recursion": "a function that calls itself",
    "registered class": "a class that is registered with functions of its own",
    "rejected leaf": "a value that a finding speaks of already",
    "setter": "what a property's setter does",
    "spread arguments": "arguments given by `*` or `**`",
    "static or not": "a leaf or static, as its value is",
    "stub": "what is declared and has no body",
    "too large": "a value that is too large",
    "too many values": "a name that may be one of many values",
    "transform result": "what a transform gives for what is not known",
    "unresolved import": "a package that is not installed",
    "variables": "the variables of a Module",
    "wrapper": "what a decorator makes of a function",
}
"""Reasons for which something is not known."""

LEGEND = (
    "right: nothing is wrong there. found: a finding. open: as callers that are not seen pass it. "
    "not known: not followed, and nothing is claimed."
)
