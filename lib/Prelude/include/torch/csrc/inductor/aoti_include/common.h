// What every wrapper includes, whatever its device.
#pragma once
#include <aoti_std/algorithm.h>
#include <aoti_std/containers.h>
#include <aoti_std/functional.h>
#include <aoti_std/path.h>
#include <aoti_std/math.h>
#include <c10/util/generic_math.h>
#include <torch/csrc/inductor/aoti_runtime/interface.h>
#include <torch/csrc/inductor/aoti_runtime/model.h>
#include <torch/csrc/inductor/aoti_runtime/scalar_to_tensor.h>
[[maybe_unused]] int64_t align(int64_t nbytes);
