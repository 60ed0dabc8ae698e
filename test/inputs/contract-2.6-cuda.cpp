// RUN: %aoti-lint --print-contract %s | FileCheck %s
// RUN: %aoti-lint --print-contract=json %s > %t.json
// RUN: %aoti-lint --print-contract=python %s > %t.py
// RUN: %python %S/contract.test.py read %t.json %t.py
//
// The contract of a package of torch 2.6, which has no checks: the sizes that it reads, and what it throws on.

#include <torch/csrc/inductor/aoti_runtime/interface.h>
#include <torch/csrc/inductor/aoti_runtime/model.h>
#include <torch/csrc/inductor/aoti_runtime/device_utils.h>
#include <torch/csrc/inductor/aoti_torch/generated/c_shim_cuda.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles, DeviceStreamType stream, AOTIProxyExecutorHandle proxy_executor) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 2);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    auto arg0_1_size = arg0_1.sizes();
    int64_t s0 = arg0_1_size[0];
    if ((long(arg0_1.data_ptr()) & (16 -1)) != 0) {
        throw std::runtime_error("arg0_1 is not aligned to 16 bytes");
    }
    int64_t u0_raw;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_int64(arg1_1, &u0_raw));
    auto u0 = u0_raw;
    if (!(u0 >= 2L)) { throw std::runtime_error("u0 >= 2"); }
    inputs.clear();
    output_handles[0] = arg0_1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
// CHECK: torch of unknown version, cuda{{$}}
// CHECK-EMPTY:
// CHECK-NEXT: needs tested line{{$}}
// CHECK-EMPTY:
// CHECK-NEXT: input 0 'arg0_1', line 17{{$}}
// CHECK-NEXT: it has at least 1 dimension by nothing 17{{$}}
// CHECK-NEXT: its data lies at a multiple of 16 bytes always 21{{$}}
// CHECK-EMPTY:
// CHECK-NEXT: input 1 'arg1_1', line 18{{$}}
// CHECK-NEXT: its value is at least 2 always 25{{$}}
