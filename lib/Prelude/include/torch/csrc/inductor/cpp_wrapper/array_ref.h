#pragma once
#include <torch/csrc/inductor/aoti_include/array_ref.h>
