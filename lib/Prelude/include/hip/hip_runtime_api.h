// HIP: the same types and functions under their hipified names.
#pragma once
#include <cuda_runtime.h>
typedef cudaStream_t hipStream_t;
typedef cudaEvent_t hipEvent_t;
typedef CUfunction hipFunction_t;
typedef CUmodule hipModule_t;
typedef CUdevice hipDevice_t;
typedef void *hipDeviceptr_t;
typedef cudaError hipError_t;
typedef cudaDeviceProp hipDeviceProp_t;
typedef CUfunction_attribute hipFuncAttribute;
typedef cudaMemcpyKind hipMemcpyKind;
typedef cudaStreamCaptureStatus hipStreamCaptureStatus;
typedef cudaStreamCaptureMode hipStreamCaptureMode;
typedef cudaStreamCallback_t hipStreamCallback_t;
typedef cudaHostFn_t hipHostFn_t;
typedef cudaGraph_t hipGraph_t;
typedef cudaGraphExec_t hipGraphExec_t;
#define hipSuccess cudaSuccess
#define hipErrorNotReady cudaErrorNotReady
#define hipErrorNotSupported cudaErrorNotSupported
#define hipErrorInvalidValue cudaErrorInvalidValue
#define hipMemcpyHostToDevice cudaMemcpyHostToDevice
#define hipMemcpyDeviceToHost cudaMemcpyDeviceToHost
#define hipMemcpyDeviceToDevice cudaMemcpyDeviceToDevice
#define hipMemcpyDefault cudaMemcpyDefault
#define hipStreamCaptureStatusNone cudaStreamCaptureStatusNone
#define hipFuncAttributeMaxDynamicSharedMemorySize CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
#define HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
#define hipStreamNonBlocking cudaStreamNonBlocking
#define hipStreamDefault cudaStreamDefault
#define hipStreamLegacy cudaStreamLegacy
#define hipStreamPerThread cudaStreamPerThread
#define hipStreamCaptureStatusActive cudaStreamCaptureStatusActive
#define hipStreamCaptureModeGlobal cudaStreamCaptureModeGlobal
#define hipStreamCaptureModeThreadLocal cudaStreamCaptureModeThreadLocal
#define hipStreamCaptureModeRelaxed cudaStreamCaptureModeRelaxed
#define hipEventDefault cudaEventDefault
#define hipEventBlockingSync cudaEventBlockingSync
#define hipEventDisableTiming cudaEventDisableTiming
#define hipEventInterprocess cudaEventInterprocess
#define hipEventRecordDefault cudaEventRecordDefault
#define hipEventRecordExternal cudaEventRecordExternal
extern "C" {
hipError_t hipGetDevice(int *device_index);
hipError_t hipSetDevice(int device_index);
hipError_t hipGetDeviceCount(int *count);
hipError_t hipDeviceSynchronize();
hipError_t hipCtxSynchronize();
hipError_t hipDeviceGetStreamPriorityRange(int *least, int *greatest);
hipError_t hipGetLastError();
hipError_t hipPeekAtLastError();
const char *hipGetErrorName(hipError_t error);
const char *hipGetErrorString(hipError_t error);
hipError_t hipDrvGetErrorString(hipError_t error, const char **str);
hipError_t hipModuleLoad(hipModule_t *module, const char *fname);
hipError_t hipModuleLoadData(hipModule_t *module, const void *image);
hipError_t hipModuleUnload(hipModule_t module);
hipError_t hipModuleGetFunction(hipFunction_t *func, hipModule_t module, const char *name);
hipError_t hipModuleLaunchKernel(hipFunction_t func, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_mem_bytes, hipStream_t stream, void **kernel_params, void **extra);
hipError_t hipModuleLaunchCooperativeKernel(hipFunction_t func, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_mem_bytes, hipStream_t stream, void **kernel_params);
hipError_t hipFuncSetAttribute(hipFunction_t func, hipFuncAttribute attribute, int value);
hipError_t hipMalloc(void **ptr, size_t bytes);
hipError_t hipFree(void *ptr);
hipError_t hipMemcpy(void *dst, const void *src, size_t bytes, hipMemcpyKind kind);
hipError_t hipMemset(void *dst, int value, size_t bytes);
hipError_t hipMallocAsync(void **ptr, size_t bytes, hipStream_t stream);
hipError_t hipFreeAsync(void *ptr, hipStream_t stream);
hipError_t hipMemGetInfo(size_t *free, size_t *total);
hipError_t hipMemcpyAsync(void *dst, const void *src, size_t bytes, hipMemcpyKind kind, hipStream_t stream = 0);
hipError_t hipMemsetAsync(void *dst, int value, size_t bytes, hipStream_t stream = 0);
hipError_t hipStreamCreate(hipStream_t *stream);
hipError_t hipStreamCreateWithFlags(hipStream_t *stream, unsigned flags);
hipError_t hipStreamCreateWithPriority(hipStream_t *stream, unsigned flags, int priority);
hipError_t hipStreamDestroy(hipStream_t stream);
hipError_t hipStreamSynchronize(hipStream_t stream);
hipError_t hipStreamQuery(hipStream_t stream);
hipError_t hipStreamGetPriority(hipStream_t stream, int *priority);
hipError_t hipStreamGetFlags(hipStream_t stream, unsigned *flags);
hipError_t hipStreamGetDevice(hipStream_t stream, hipDevice_t *device_index);
hipError_t hipStreamAddCallback(hipStream_t stream, hipStreamCallback_t callback, void *user_data, unsigned flags);
hipError_t hipStreamBeginCapture(hipStream_t stream, hipStreamCaptureMode mode);
hipError_t hipStreamEndCapture(hipStream_t stream, hipGraph_t *graph);
hipError_t hipThreadExchangeStreamCaptureMode(hipStreamCaptureMode *mode);
hipError_t hipGraphLaunch(hipGraphExec_t exec, hipStream_t stream);
hipError_t hipLaunchHostFunc(hipStream_t stream, hipHostFn_t fn, void *user_data);
hipError_t hipStreamWaitEvent(hipStream_t stream, hipEvent_t event, unsigned flags = 0);
hipError_t hipStreamIsCapturing(hipStream_t stream, hipStreamCaptureStatus *status);
hipError_t hipEventCreate(hipEvent_t *event);
hipError_t hipEventCreateWithFlags(hipEvent_t *event, unsigned flags);
hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream = 0);
hipError_t hipEventRecordWithFlags(hipEvent_t event, hipStream_t stream = 0, unsigned flags = 0);
hipError_t hipEventElapsedTime(float *ms, hipEvent_t start, hipEvent_t end);
hipError_t hipEventQuery(hipEvent_t event);
hipError_t hipEventSynchronize(hipEvent_t event);
hipError_t hipEventDestroy(hipEvent_t event);
hipError_t hipDriverGetVersion(int *version);
}
