"""Functions of NumPy and SciPy that make arrays of NumPy of their arguments: tracers are none, and raise.

Executed entry by entry under JAX by `tests/knowledge/test_demands.py` (numpy 2.4, 2.5; scipy 1.17, 1.18). A function of
which some argument may be a tracer (`polyval`, whose `x` is only multiplied) is not here.
"""

from __future__ import annotations

_NUMPY = """
abs absolute acos acosh add allclose angle append arange arccos arccosh arcsin arcsinh arctan arctan2 arctanh
argpartition argwhere array asanyarray asarray asarray_chkfinite ascontiguousarray asfortranarray asin asinh atan atan2
atanh atleast_1d atleast_2d atleast_3d average block bool bool_ broadcast_arrays broadcast_to cbrt ceil clip
column_stack complex128 complex64 compress concat concatenate conj conjugate convolve copy copysign corrcoef correlate
cos cosh count_nonzero cov cross cumulative_prod cumulative_sum deg2rad degrees diag diagflat diagonal diff digitize
divide divmod dot double dstack ediff1d einsum empty_like equal exp exp2 expand_dims expm1 extract fabs fix flatnonzero
fliplr flipud float128 float16 float32 float64 float_power floor floor_divide fmax fmin fmod frexp full full_like
geomspace gradient greater greater_equal half heaviside histogram histogram2d histogram_bin_edges hstack hypot i0 inner
int16 int32 int64 int8 interp intersect1d isclose iscomplex isfinite isin isinf isnan isneginf isposinf ix_ kron less
less_equal lexsort linspace log log10 log1p log2 logaddexp logaddexp2 logical_and logical_not logical_or logical_xor
logspace matmul matrix_transpose matvec maximum median meshgrid minimum mod modf multiply nan_to_num nanargmax
nanargmin nancumprod nancumsum nanmax nanmean nanmedian nanmin nanpercentile nanprod nanquantile nanstd nansum nanvar
negative nextafter nonzero not_equal ones_like outer pad partition percentile piecewise poly polyadd polyder polydiv
polyfit polyint polymul polysub polyval positive pow power ptp quantile rad2deg radians ravel real_if_close reciprocal
remainder rint roll roots rot90 select setdiff1d setxor1d sign signbit sin sinc single sinh sort sort_complex spacing
sqrt square stack subtract tan tanh tensordot tile trace trapezoid tril trim_zeros triu true_divide trunc uint16 uint32
uint64 uint8 union1d unique unique_all unique_counts unique_inverse unique_values unwrap vander vdot vecdot vstack
where zeros_like
"""
_LINALG = """
cholesky cond det diagonal eig eigh eigvals eigvalsh inv lstsq matmul matrix_norm matrix_transpose multi_dot
norm outer pinv qr slogdet solve svd svdvals tensordot tensorsolve trace vecdot vector_norm
"""
_FFT = "fft fft2 fftn fftshift hfft ifft ifft2 ifftn ifftshift ihfft irfft irfft2 irfftn rfft rfft2 rfftn"
_TESTING = "assert_allclose assert_array_almost_equal assert_array_equal"
# Each kind of series has these, behind the letters that its functions begin with.
_SERIES = "add companion der div fromroots int mul mulx roots sub trim val2d"
_KINDS = {
    "polynomial": "poly",
    "chebyshev": "cheb",
    "legendre": "leg",
    "hermite": "herm",
    "hermite_e": "herme",
    "laguerre": "lag",
}
_SPECIAL = """
betaln binom boxcox boxcox1p cbrt comb dawsn digamma ellipe ellipk entr erf erfc erfcinv erfcx erfinv exp10 exp2 expi
expit expm1 factorial gamma gammaincc gammaln i0 i0e i1 i1e j0 j1 jv k0 k1 kl_div kv log1p log_expit log_ndtr
log_softmax loggamma logit logsumexp ndtr ndtri polygamma poch psi rel_entr rgamma sinc softmax spence wofz xlog1py
xlogy y0 y1 zeta
"""
_SCIPY_LINALG = """
block_diag cho_factor cholesky circulant companion det eig eigh eigvals eigvalsh expm hankel inv ldl logm lstsq lu
lu_factor norm null_space orth pinv pinvh polar qr rq schur solve solve_triangular sqrtm svd svdvals toeplitz
"""
_NDIMAGE = "convolve1d correlate1d distance_transform_edt label laplace prewitt sobel spline_filter"
_SCIPY_FFT = """
dct dctn dst dstn fft fft2 fftn fftshift idct idctn idst ifft ifft2 ifftn ifftshift irfft irfft2 rfft rfft2
"""
_STATISTICS = """
describe entropy gmean hmean iqr ks_2samp kurtosis linregress mode pearsonr rankdata sem skew spearmanr ttest_ind
wasserstein_distance zscore
"""
_DISTRIBUTIONS = ("cauchy", "expon", "laplace", "logistic", "norm", "uniform")
_OF_DISTRIBUTIONS = ("cdf", "isf", "logcdf", "logpdf", "logsf", "pdf", "ppf", "sf")
_FUNCTIONS = {
    "numpy": _NUMPY,
    "numpy.linalg": _LINALG,
    "numpy.fft": _FFT,
    "numpy.random": "exponential gamma laplace lognormal normal poisson uniform",
    "numpy.testing": _TESTING,
    "scipy.special": _SPECIAL,
    "scipy.linalg": _SCIPY_LINALG,
    "scipy.ndimage": _NDIMAGE,
    "scipy.fft": _SCIPY_FFT,
    "scipy.spatial.distance": "braycurtis cdist chebyshev cityblock cosine euclidean jensenshannon pdist sqeuclidean",
    "scipy.integrate": "cumulative_trapezoid simpson trapezoid",
    "scipy.interpolate": "Akima1DInterpolator CubicSpline PchipInterpolator UnivariateSpline interp1d splrep",
    "scipy.signal": "convolve correlate detrend fftconvolve find_peaks hilbert medfilt periodogram welch",
    "scipy.stats": _STATISTICS,
    **{f"scipy.stats.{name}": " ".join(_OF_DISTRIBUTIONS) for name in _DISTRIBUTIONS},
    **{
        f"numpy.polynomial.{kind}": " ".join(f"{letters}{name}" for name in _SERIES.split())
        for kind, letters in _KINDS.items()
    },
}
# Each positional argument is made an array of numpy.
NEEDS_NUMPY = frozenset(f"{module}.{name}" for module, names in _FUNCTIONS.items() for name in names.split())
