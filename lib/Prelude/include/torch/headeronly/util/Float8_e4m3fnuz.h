#pragma once
#include <c10/util/numeric_ops.h>
