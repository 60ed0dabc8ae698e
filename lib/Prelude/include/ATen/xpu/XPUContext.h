#pragma once
#include <c10/xpu/XPUStream.h>
