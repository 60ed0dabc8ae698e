#pragma once
#include <torch/csrc/inductor/aoti_torch/factory_shims.h>
#include <torch/csrc/inductor/aoti_torch/c/shim_xpu.h>
extern "C" {
AOTI_FACTORIES(xpu)
}
