#pragma once
#include <aoti_std/types.h>
#include <aoti_std/c.h>
