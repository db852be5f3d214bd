"""What a run is made of."""

SEED = 0
CLASSES = 3
POINTS_PER_CLASS = 96
BATCH_SIZE = 48

OCTAVES = 4
WIDTH = 32
DEPTH = 2
RESIDUAL_RATE = 0.5

WARM_UP_STEPS = 20
EPOCHS = 30
LEARNING_RATE = 3e-3

# A point counts as found when its class is among the best 1, the best 2.
RANKS = (1, 2)
