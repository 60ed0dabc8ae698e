#pragma once
#include <torch/csrc/inductor/aoti_torch/factory_shims.h>
extern "C" {
AOTI_FACTORIES(cuda)
}
