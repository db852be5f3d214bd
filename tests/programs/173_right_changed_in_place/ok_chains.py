import jax
import jax.numpy as jnp


@jax.jit
def double(x):
    return jax.tree.map(lambda v: 2 * v, x)


def collect(pairs):
    groups = {}
    for k, v in pairs:
        groups.setdefault(k, []).append(v)
    last = "none"
    for k, vs in groups.items():
        for v in vs:
            last = v
    return last


print(double(collect([("a", 1.0), ("b", jnp.ones(2))])))


class Log:
    def __init__(self):
        self.rows = {}
        self.first = "unset"

    def add(self, k, v):
        self.rows.setdefault(k, {}).setdefault("vals", []).append(v)
        self.rows[k].setdefault("n", 0)
        return self

    def buffer(self, k):
        return self.rows[k]["vals"]

    def pick(self):
        out = "nothing"
        for r in self.rows.values():
            for v in r["vals"]:
                out = v
        return out


log = Log().add("a", 1.0).add("b", jnp.zeros(2))
log.buffer("a").append(3.0)
print(double(log.pick()))


def get():
    return []


class M:
    def __init__(self):
        self.x = jnp.ones(3)

    def run(self):
        get().append("s")
        return double(self.x)


print(M().run())
