#pragma once
#include <torch/csrc/inductor/aoti_torch/factory_shims.h>
#include <torch/csrc/inductor/aoti_torch/c/shim_cpu.h>
extern "C" {
AOTI_FACTORIES(cpu)
}
