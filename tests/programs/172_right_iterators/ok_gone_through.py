"""what iterating gives, in many ways"""
import itertools

import equinox as eqx
import jax
import jax.numpy as jnp


@jax.jit
def double(x):
    return jax.tree.map(lambda v: 2 * v, x)


class Data:
    def __init__(self, n):
        self.n = n
        self.i = 0
        self.tag = "x"

    def __iter__(self):
        self.i = 0
        return self

    def __next__(self):
        if self.i >= self.n:
            raise StopIteration
        self.i += 1
        return {"x": jnp.ones(2) * self.i}


class Set:
    def __len__(self):
        return 2

    def __getitem__(self, i):
        if i >= 2:
            raise IndexError
        return jnp.ones(2), i


for b in Data(2):
    print(double(b))
for x, y in Set():
    print(double(x), double(y))
for i, b in enumerate(Data(2)):
    print(double((i, b)))
for a, b in zip(Data(2), Set()):
    print(double((a, b)))
batches = list(Data(2))
print(double(batches))
names, vals = zip(("a", 1.0), ("b", 2.0))
print(double(vals))
d = dict(zip(["a", "b"], [1.0, 2.0]))
print(double(d), double(list(d.values())), double(tuple(v for v in d.values())))
print(double([*map(jnp.sin, [1.0])]))
print(double(next(iter(Data(1)))))
print(double(next(x for x in [1.0, 2.0])))
print(double(max(d.values())))
print(double(sorted([2.0, 1.0])))
ks = iter([1.0, 2.0])
print(double(next(ks)), double(next(ks)))
first, *rest = (float(v) for v in "12")
print(double(first), double(rest))
head, tail = (x for x in (1.0, 2.0))
print(double(head))
mods = [eqx.nn.Linear(2, 2, key=k) for k in jax.random.split(jax.random.key(0), 2)]
print(double([m.weight for m in reversed(mods)]))
a, b = itertools.tee([1.0, 2.0])
print(double(list(a)))
print(double(dict(enumerate([1.0, 2.0]))))
print(double({k: v for k, v in zip("ab", (1.0, 2.0))}))
print(double(list(filter(None, [1.0, 0.0]))))
for group in itertools.batched([1.0, 2.0], 2) if hasattr(itertools, "batched") else [(1.0, 2.0)]:
    print(double(group))
for k, v in {"a": 1.0}.items():
    print(double(v))
