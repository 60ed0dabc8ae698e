#pragma once
#include <aoti_std/types.h>
