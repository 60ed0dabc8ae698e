#pragma once
#include <torch/csrc/inductor/aoti_include/common.h>
#include <torch/csrc/inductor/aoti_torch/generated/c_shim_cpu.h>
#include <torch/csrc/inductor/aoti_torch/generated/c_shim_aten.h>
