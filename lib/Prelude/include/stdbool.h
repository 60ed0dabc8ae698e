#pragma once
#define true true
#define false false
