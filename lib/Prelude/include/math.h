#pragma once
#include <aoti_std/math.h>
