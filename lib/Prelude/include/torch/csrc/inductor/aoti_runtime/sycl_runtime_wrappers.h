// Loading and launching of XPU kernels.
#pragma once
#include <aoti_std/filesystem.h>
#include <sycl/sycl.hpp>
#include <torch/csrc/inductor/aoti_runtime/utils.h>
#define ZE_CHECK(status) ((void)(status))
std::unique_ptr<sycl::kernel> loadKernel(std::string filePath, const std::string &funcName, uint32_t sharedMemBytes, const std::optional<std::string> &binDir = std::nullopt);
std::unique_ptr<sycl::kernel> loadKernel(const void *start, const void *end, const std::string &funcName, uint32_t sharedMemBytes, bool isSpirv = false);
void launchKernel(std::unique_ptr<sycl::kernel> &kernelPtr, uint32_t gridX, uint32_t gridY, uint32_t gridZ, uint32_t numWarps, uint32_t sharedMemory, void **params, sycl::queue *queuePtr);
void launchKernel(std::unique_ptr<sycl::kernel> &kernelPtr, uint32_t gridX, uint32_t gridY, uint32_t gridZ, uint32_t numWarps, uint32_t sharedMemory, void **params, sycl::queue *queuePtr, uint32_t threadsPerWarp);
