"""The numbers that bound what is followed: each with its unit, why it is there, and what changes with it.

Beyond them a value is unknown, which is no finding. Steps are expressions, some 10 us each.
"""

from __future__ import annotations

ENTRY_STEPS = 6_000
"""Expressions per entry, some 60 ms: two calls of the longest kind. With fewer, the last statements of long scripts
are not evaluated; with more, a run takes longer on them alone. With 4,000, and the numbers for calls cut as much, a
check took a fifth less, found nearly the same in seven packages, and lost three of 74 injected bugs."""

STEPS_PER_ENTRY_LINE = 24
"""Expressions more for each line of a function that is entered: training programs are one function of 200 to 500
lines, and donate at its end. With none, 43 such functions of two code bases are not evaluated to the end, with 12 it is
5, with 24 one; four libraries, which have few long functions, take a seventieth more calls of Python's own."""

ENTRY_LINES = 600
"""Lines of one function that count for that: some 200 ms at most. With fewer, the longest training programs are not
evaluated to the end; with more, one generated function takes a second."""

INHERITED_STEPS = 500
"""Expressions for an inherited method that is entered again for a subclass: the base's own entry had them all. Of an
abstract base, whose own entry knows none of the steps that it runs, a method has as many as a call."""

CUT_IN_TRACES = 6_000
"""Expressions for traced calls of one file that are made again as they were cut short, as many as two long calls
take. With none, the steps of a subclass that the scan of a base runs, and inner functions of long programs, are
evaluated in part only; counted in calls, short lambdas would take the place of long steps. With 24,000 a check of torax
takes a quarter more expressions, of seven injected bugs that hang on it none more is found."""

GIVEN_OUT = 8
"""Partials of one file that functions give and that are called, some 5 ms each. With none, what a factory binds in a
function of the module, such as the step of an environment, is never seen to be traced by it."""

GIVEN_FUNCTIONS = 8
"""Wrappers of one file that run what their makers were given, some 30 ms each at most. With none, a function that is
handed to a factory of another module, which compiles a loop around it, is never seen to be traced."""

INHERITED_METHODS = 12
"""Such methods of one class, some 5 ms each at most; more would tell the same of the next attribute."""

ONCE_STEPS = 6_000
"""Expressions for what is worked out once and remembered: the value of a module's name, a class. With fewer, names
that long tables are bound to are unknown; with more, packages full of such tables take longer."""

CALL_STEPS = 3_000
"""Expressions for one call. With fewer, less is known of what deep helpers return; with more, entries that make many
long calls take longer, and what they call is evaluated as an entry of its own besides."""

LIBRARY_STEPS = 1_500
"""Expressions for a call into the source of a library, where no finding stands: only its result counts."""

STEPS_PER_LINE = 12
"""Expressions that a call leaves its caller for each of the caller's lines, so that the statements after a call that
was cut short are evaluated: a line has six on average, and calls something. With more, chains of long functions are
cut short earlier; with fewer, the calls after such a chain are."""

WORTH_ANOTHER = 2
"""A call that was cut short is made again for so many times the fuel. With less, it is made again and again for a few
expressions more; with more, what an early call of low fuel hides stays hidden."""

NESTED_CALLS = 16
"""Calls inside each other. With fewer, steps behind several layers of helpers are unknown; each level is some fifteen
calls of Python's own, whose stack ends."""

ACTIVATIONS = 2
"""Activations of one function inside itself: the second tells what a recursion gives, a third the same."""

NESTED_SYNTAX = 1_000
"""Expressions and bodies of statements that are evaluated inside of each other, through calls too: a level is some four
calls of Python's own. Beyond, the file is too deep to check; with more, compiled code, which raises no RecursionError,
could leave the stack of its thread."""

NESTED_NAMES = 60
"""Definitions that are worked out for each other: names that lead to names, classes to their bases."""

NESTED_ANNOTATIONS = 60
"""Annotations that are worked out for each other: one that builds its own class has no end."""

ALTERNATIVES = 6
"""Values of one union: each iteration of a loop, and each branch, may add one."""

PARTS = 20_000
"""Parts of a value that is worth following: `x = (x, x)` doubles them with each line."""

NESTED_ALTERNATIVES = 4
"""Instances that are one of several, inside of each other, in which arrays are looked for: `left: Leaf | Node` in a
`Node` has no end, and each adds a choice to what the finding says. Beyond: nothing is found."""

NESTED_VALUES = 60
"""Values inside of each other, that walks follow by calls: `x = (x,)` adds one with each line. Beyond: unknown."""

ADDED = 1_000
"""Fields or items of what grows one by one: each of them makes a copy of all."""

COUNTED_PARTS = 100
"""Parts of a tree from which on a transform counts what it walks."""

WALKED_PARTS = 200_000
"""Parts of such trees that transforms meet in one file: ten walks of some 2 us for each part."""

MODULE_NAMES = 1_000
"""Names in a module's own statements: each join looks at all; of more, each means what all of its bindings say."""
