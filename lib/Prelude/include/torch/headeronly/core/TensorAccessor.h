#pragma once
#include <torch/aoti_stable.h>
