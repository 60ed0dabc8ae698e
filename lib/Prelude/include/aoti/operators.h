// What is precompiled for custom operators: torch's C++ API, whatever of it a source includes.
#pragma once
#include <aoti/standard.h>
#include <ATen/ATen.h>
#include <ATen/aoti_ivalue.h>
#include <torch/library.h>
