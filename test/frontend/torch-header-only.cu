// RUN: %aoti-lint --checks=* %s 2>&1 | FileCheck %s
//
// A source that includes torch's headers and names nothing of torch is read with them, too.

// CHECK: no findings in 1 file
// CHECK-NOT: {{.}}

#include <torch/extension.h>

__global__ void scale_kernel(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] *= 2;
}

void scale(float *x, int n, cudaStream_t stream) { scale_kernel<<<(n + 255) / 256, 256, 0, stream>>>(x, n); }
