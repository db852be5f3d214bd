"""Real code with one mistake put into it at random: is exactly that found?"""
