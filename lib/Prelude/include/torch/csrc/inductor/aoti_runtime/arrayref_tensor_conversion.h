#pragma once
#include <torch/csrc/inductor/aoti_runtime/arrayref_tensor.h>
