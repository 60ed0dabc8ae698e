#pragma once
#include <aoti_std/types.h>
namespace torch::aot_inductor {
enum ConstantType : uint8_t { Unknown = 0, Parameter = 1, Buffer = 2, TensorConstant = 3, FoldedConstant = 4 };
}
