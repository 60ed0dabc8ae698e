#pragma once
#include <torch/csrc/inductor/aoti_include/cuda.h>
