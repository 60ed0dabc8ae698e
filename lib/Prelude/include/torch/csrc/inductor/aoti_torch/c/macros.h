// Opaque handles and error codes of the stable C interface.
#pragma once
#include <aoti_std/types.h>
#define AOTI_TORCH_EXPORT __attribute__((__visibility__("default")))
extern "C" {
struct AtenTensorOpaque;
using AtenTensorHandle = AtenTensorOpaque *;
struct AtenGeneratorOpaque;
using AtenGeneratorHandle = AtenGeneratorOpaque *;
struct AOTIProxyExecutorOpaque;
using AOTIProxyExecutorHandle = AOTIProxyExecutorOpaque *;
struct C10IValueOpaque;
using C10IValueHandle = C10IValueOpaque *;
struct AtenRecordFunctionOpaque;
using AtenRecordFunctionHandle = AtenRecordFunctionOpaque *;
struct IValueMapOpaque;
using IValueMapHandle = IValueMapOpaque *;
struct TorchLibraryOpaque;
using TorchLibraryHandle = TorchLibraryOpaque *;
struct DeviceGuardOpaque;
using DeviceGuardHandle = DeviceGuardOpaque *;
struct StreamOpaque;
using StreamHandle = StreamOpaque *;
struct CUDAGuardOpaque;
using CUDAGuardHandle = CUDAGuardOpaque *;
struct CUDAStreamGuardOpaque;
using CUDAStreamGuardHandle = CUDAStreamGuardOpaque *;
struct XPUGuardOpaque;
using XPUGuardHandle = XPUGuardOpaque *;
struct XPUStreamGuardOpaque;
using XPUStreamGuardHandle = XPUStreamGuardOpaque *;
struct AOTIMetalKernelFunctionOpaque;
using AOTIMetalKernelFunctionHandle = AOTIMetalKernelFunctionOpaque *;
struct AOTIMetalShaderLibraryOpaque;
using AOTIMetalShaderLibraryHandle = AOTIMetalShaderLibraryOpaque *;
using AOTITorchError = int32_t;
using StableIValue = uint64_t;
}
#define AOTI_TORCH_SUCCESS 0
#define AOTI_TORCH_FAILURE 1
