from .builder import build as build
