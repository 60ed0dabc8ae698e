#pragma once
#include <torch/csrc/inductor/aoti_include/cpu.h>
