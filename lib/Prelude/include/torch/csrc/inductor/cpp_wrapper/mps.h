#pragma once
#include <torch/csrc/inductor/aoti_include/mps.h>
