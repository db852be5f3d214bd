"""What libraries declare, as data: PyTree makers, transforms, results of calls, annotations, upgrades.

| table | question | a new library is |
|---|---|---|
| `libraries` (`makers`, `markers`) | what makes a class a PyTree, which fields are static | an entry in each |
| `transforms` (`jax_transforms`, `filtered_transforms`) | what a transform traces, hashes, rejects, gives | an entry |
| `operations` | functions whose result follows from their arguments | a line |
| `results` (`data/results.json`, `told`) | what a public name is, and what calling it gives | lines in `told` |
| `annotations` | what an annotation promises | lines |
| `names` (`data/names.json`) | the public name of a private place | `python -m tools.generate_names` |
| `bundles` (`bundled/`) | a library's classes, where it is not installed | `python -m tools.generate_bundles` |
| `upgrades` | what is deprecated or removed, since when | an entry |

Nothing here imports the libraries; `tests/knowledge` does, and executes every entry.
"""
