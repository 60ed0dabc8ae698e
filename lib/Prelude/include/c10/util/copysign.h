#pragma once
#include <torch/csrc/inductor/cpp_prefix.h>
