#pragma once
#include <torch/aoti_api.h>
