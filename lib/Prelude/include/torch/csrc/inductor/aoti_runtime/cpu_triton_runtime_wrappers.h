// Loading of Triton kernels that were compiled for the CPU.
#pragma once
#include <aoti_std/filesystem.h>
#include <dlfcn.h>
namespace torch::aot_inductor {
using CpuTritonLauncherFn = void (*)(uint32_t, uint32_t, uint32_t, int, void **, void *);
void *loadCpuTritonKernel(std::string filePath, const std::string &funcName, const std::optional<std::string> &soDir = std::nullopt);
CpuTritonLauncherFn loadCpuTritonLauncher(std::string filePath, const std::optional<std::string> &soDir = std::nullopt);
} // namespace torch::aot_inductor
