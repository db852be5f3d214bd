"""Right training programs in each of which one thing is changed: a rule finds exactly the mutant."""
