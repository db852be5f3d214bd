"""attributes set in other ways"""
import jax
import jax.numpy as jnp
from types import SimpleNamespace


@jax.jit
def double(x):
    return jax.tree.map(lambda v: 2 * v, x)


class Cfg:
    lr = "auto"

    def __init__(self, **kw):
        self.mode = "str"
        self.__dict__.update(kw)


class Cfg2:
    def __init__(self, values):
        self.mode = "str"
        for k, v in values.items():
            setattr(self, k, v)


class Cfg3:
    def __init__(self, **kw):
        self.mode = "x"
        self.__dict__ = {**self.__dict__, **kw}


print(double(Cfg(mode=1.0).mode))
print(double(Cfg2({"mode": jnp.ones(2)}).mode))
print(double(Cfg3(mode=jnp.ones(2)).mode))
ns = SimpleNamespace(a="x")
ns.a = 1.0
print(double(ns.a))


c = Cfg()
for name, val in dict(mode=2.0).items():
    setattr(c, name, val)
print(double(c.mode))
d = Cfg()
d.mode, other = 1.0, "x"
print(double(d.mode))
(d.mode, e) = (3.0, 4.0)
print(double(d.mode))
with open("/dev/null") as f:
    d.mode = jnp.ones(3)
print(double(d.mode))
objs = [Cfg(), Cfg()]
for o in objs:
    o.mode = 1.0
print(double(objs[0].mode))
by = {"k": Cfg()}
by["k"].mode = 2.0
print(double(by["k"].mode))
alias = by["k"]
alias.mode = 3.0
print(double(by["k"].mode))
