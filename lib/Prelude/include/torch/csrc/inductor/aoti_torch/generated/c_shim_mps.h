#pragma once
#include <torch/csrc/inductor/aoti_torch/factory_shims.h>
#include <torch/csrc/inductor/aoti_torch/c/shim_mps.h>
extern "C" {
AOTI_FACTORIES(mps)
}
