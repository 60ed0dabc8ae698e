#pragma once
#include <ATen/aoti_ivalue.h>
