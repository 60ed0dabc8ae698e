#pragma once
#include <c10/core/types.h>
