"""Maps over axes, devices and meshes."""
