#pragma once
#include <c10/cuda/CUDAStream.h>
#include <hip/hip_runtime_api.h>
