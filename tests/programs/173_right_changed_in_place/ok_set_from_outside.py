import equinox as eqx
import jax
import jax.numpy as jnp


class Runner:
    transform = staticmethod(jax.jit)
    activation = "relu"

    def __init__(self):
        self.payload = "not ready"
        self.extra = {}

    def attach(self, hook):
        hook(self)


def install(runner):
    runner.payload = jnp.ones(3)


hooks = {"install": install}


@jax.jit
def double(x):
    return 2 * x


r = Runner()
r.attach(hooks["install"])
print(double(r.payload))

q = Runner()
for h in [install]:
    h(q)
print(double(q.payload))

p = Runner()
setattr(p, "payload", jnp.zeros(1))
print(double(p.payload))

s = Runner()
vars(s).update(payload=1.0)
print(double(s.payload))

t = Runner()
t.__dict__["payload"] = 3.0
print(double(t.payload))


class Sub(Runner):
    pass


Sub.activation = 0.5
print(double(Sub().activation))
Runner.activation = 1.5
print(double(Runner().activation))
