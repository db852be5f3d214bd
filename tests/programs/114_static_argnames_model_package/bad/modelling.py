import equinox


class MyModule(equinox.Module):
    net: equinox.nn.MLP

    def __init__(self, key):
        self.net = equinox.nn.MLP(3, 2, 4, 1, key=key)

    def __call__(self, x):
        return self.net(x)
