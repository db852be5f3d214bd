"""The classifier, from a point in the plane to the probabilities of its classes."""

import equinox as eqx
import jax

from . import settings
from .features import Standardise
from .layers import Backbone, FourierFeatures


class Classifier(eqx.Module):
    """Standardise, expand into Fourier features, transform, read out."""

    standardise: Standardise
    features: FourierFeatures
    backbone: Backbone
    head: eqx.nn.Linear

    def __init__(self, points, classes: int, *, key):
        backbone_key, head_key = jax.random.split(key)
        size = 2 + 2 * 2 * settings.OCTAVES
        self.standardise = Standardise(points)
        self.features = FourierFeatures(settings.OCTAVES)
        self.backbone = Backbone(size, settings.WIDTH, settings.DEPTH, settings.RESIDUAL_RATE, key=backbone_key)
        self.head = eqx.nn.Linear(settings.WIDTH, classes, key=head_key)

    def __call__(self, point):
        """The logits of one point; the activations of the backbone are recomputed in the backward pass."""
        x = self.features(self.standardise(point))
        return self.head(eqx.filter_checkpoint(self.backbone)(x))

    @eqx.filter_jit
    def probabilities(self, point):
        return jax.nn.softmax(self(point))
