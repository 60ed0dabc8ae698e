#pragma once
#include <ATen/aoti_ivalue.h>
#include <pybind11/pybind11.h>
namespace py = pybind11;
