# What pytreelint knows of flax.errors (flax 0.12.8); see tools/generate_bundles.py.

from pytreelint.bundled import of

class FlaxError(Exception):
    def __init__(self, message):
        pass
    def __reduce__(self):
        return (FlaxError, (of('str'),))

class TraceContextError(FlaxError):
    pass

class LazyInitError(FlaxError):
    def __init__(self, partial_val):
        pass

class InvalidRngError(FlaxError):
    def __init__(self, msg):
        pass

class ApplyScopeInvalidVariablesTypeError(FlaxError):
    def __init__(self):
        pass

class ApplyScopeInvalidVariablesStructureError(FlaxError):
    def __init__(self, variables):
        pass

class ScopeParamNotFoundError(FlaxError):
    def __init__(self, param_name, scope_path):
        pass

class ScopeCollectionNotFound(FlaxError):
    def __init__(self, col_name, var_name, scope_path):
        pass

class ScopeParamShapeError(FlaxError):
    def __init__(self, param_name, scope_path, value_shape, init_shape):
        pass

class ScopeVariableNotFoundError(FlaxError):
    def __init__(self, name, col, scope_path):
        pass

class InvalidFilterError(FlaxError):
    def __init__(self, filter_like):
        pass

class InvalidScopeError(FlaxError):
    def __init__(self, scope_name):
        pass

class ModifyScopeVariableError(FlaxError):
    def __init__(self, col, variable_name, scope_path):
        pass

class ImmutableVariableError(FlaxError):
    def __init__(self, message):
        pass

class JaxTransformError(FlaxError):
    def __init__(self):
        pass

class PartitioningUnspecifiedError(FlaxError):
    def __init__(self, target):
        pass

class NameInUseError(FlaxError):
    def __init__(self, key_type, value, module_name):
        pass

class AssignSubModuleError(FlaxError):
    def __init__(self, cls):
        pass

class SetAttributeInModuleSetupError(FlaxError):
    def __init__(self):
        pass

class SetAttributeFrozenModuleError(FlaxError):
    def __init__(self, module_cls, attr_name, attr_val):
        pass

class MultipleMethodsCompactError(FlaxError):
    def __init__(self):
        pass

class ReservedModuleAttributeError(FlaxError):
    def __init__(self, annotations):
        pass

class ApplyModuleInvalidMethodError(FlaxError):
    def __init__(self, method):
        pass

class CallCompactUnboundModuleError(FlaxError):
    def __init__(self):
        pass

class CallSetupUnboundModuleError(FlaxError):
    def __init__(self):
        pass

class CallUnbindOnUnboundModuleError(FlaxError):
    def __init__(self):
        pass

class CallShareScopeOnUnboundModuleError(FlaxError):
    def __init__(self):
        pass

class InvalidInstanceModuleError(FlaxError):
    def __init__(self):
        pass

class IncorrectPostInitOverrideError(FlaxError):
    def __init__(self):
        pass

class DescriptorAttributeError(FlaxError):
    def __init__(self):
        pass

class InvalidCheckpointError(FlaxError):
    def __init__(self, path, step):
        pass

class MPACheckpointingRequiredError(FlaxError):
    def __init__(self, path, step):
        pass

class MPARestoreTargetRequiredError(FlaxError):
    def __init__(self, path, step, key=None):
        pass

class MPARestoreDataCorruptedError(FlaxError):
    def __init__(self, step, path):
        pass

class TransformedMethodReturnValueError(FlaxError):
    def __init__(self, name):
        pass

class TransformTargetError(FlaxError):
    def __init__(self, target):
        pass

class AlreadyExistsError(FlaxError):
    def __init__(self, path):
        pass

class CursorFindError(FlaxError):
    def __init__(self, cursor=None, cursor2=None):
        pass

class TraverseTreeError(FlaxError):
    def __init__(self, update_fn, cond_fn):
        pass
