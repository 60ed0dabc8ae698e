#pragma once
#include <aoti_std/misc.h>
