"""Classes and their instances: fields, construction, flattening, attributes, annotations, leaves."""
