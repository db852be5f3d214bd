from kernels.signature import SigKernel
