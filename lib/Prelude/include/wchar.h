#pragma once
#include <aoti_std/c.h>
