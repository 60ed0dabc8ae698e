// The Python stack of the kernel that is running, for error messages.
#pragma once
#include <aoti_std/containers.h>
namespace torch::aot_inductor {
struct KernelContext {
  std::string kernel_name;
  std::string python_stack;
  std::string compressed_python_stack;
  KernelContext(std::string name, std::string stack);
};
extern thread_local KernelContext *tls_kernel_context;
KernelContext *current_kernel_context();
void set_kernel_context(KernelContext *ctx);
void clear_kernel_context();
struct KernelContextGuard {
  KernelContextGuard(const std::string &name, const std::string &stack);
  ~KernelContextGuard();
  KernelContextGuard(const KernelContextGuard &) = delete;
  KernelContextGuard &operator=(const KernelContextGuard &) = delete;
  KernelContextGuard(KernelContextGuard &&);
};
} // namespace torch::aot_inductor
