"""containers filled through setdefault / defaultdict / nested; read again before jit"""
import collections

import jax
import jax.numpy as jnp


@jax.jit
def total(tree):
    return jax.tree.reduce(lambda a, b: a + jnp.sum(b), tree, 0.0)


groups = {}
for name, val in [("a", 1.0), ("b", 2.0), ("a", 3.0)]:
    groups.setdefault(name, []).append(jnp.asarray(val))
print(total(groups))

grid = collections.defaultdict(lambda: collections.defaultdict(list))
grid["x"]["y"].append(jnp.ones(2))
print(total({k: dict(v) for k, v in grid.items()}))

state = {"step": 0, "name": None, "tags": []}
state["tags"].extend([])
state.update(name=jnp.zeros(1))
print(total(state))

acc = {"loss": [], "label": "run"}
acc["loss"].append(jnp.float32(1.0))
acc.pop("label")
print(total(acc))

history = {"metrics": {"acc": [], "who": "me"}}
history["metrics"]["acc"].append(1.0)
history["metrics"].pop("who", None)
print(total(history))
rows = [{"x": jnp.ones(1), "id": "r0"}, {"x": jnp.ones(1), "id": "r1"}]
for row in rows:
    row.pop("id")
print(total(rows))
rows2 = [dict(x=1.0, id="q")]
for row in rows2:
    del row["id"]
print(total(rows2[0]))
