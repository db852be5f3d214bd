"""What a call has assigned to parts of its arguments, told of what its caller named."""

from pytreelint.model.values.identity import Token, stamped
from pytreelint.model.values.reassigned import assign_part, assigned_in_call
from pytreelint.model.values.unknowns import Returned
from pytreelint.model.values.value import Value


def _given(token: Token) -> Value:
    return stamped(Returned("call"), token)


def test_a_part_that_a_call_has_assigned_is_another_object_to_its_caller() -> None:
    formal, given = Token(formal="node"), Token()
    before = given.part((".", "value"))
    assign_part(formal, (".", "value"))

    assigned_in_call({formal: "node"}, {"node": _given(given)})

    assert given.part((".", "value")) is not before


def test_a_call_of_a_function_by_itself_may_be_given_a_part_of_its_own_argument() -> None:
    formal = Token(formal="node")
    inner = formal.part((".", "children")).part(("[]", 0))
    assign_part(inner, None)

    assigned_in_call({formal: "node"}, {"node": _given(inner)})

    assert inner.part((".", "children")).part(("[]", 0)).rewritten
