// Metal libraries and kernel functions as wrappers before the C interface used them.
#pragma once
#include <aoti_std/containers.h>
#include <aoti_std/functional.h>
#include <c10/util/ArrayRef.h>
namespace at { class TensorBase; }
namespace at::native::mps {
class MetalKernelFunction {
public:
  ~MetalKernelFunction();
  MetalKernelFunction(MetalKernelFunction &) = delete;
  void runCommandBlock(std::function<void(void)> f);
  void startEncoding();
  void setArg(unsigned idx, const at::TensorBase &t);
  void setArg(unsigned idx, const void *ptr, uint64_t size);
  template <class T> void setArg(unsigned idx, const T val) {}
  void dispatch(uint64_t length, std::optional<uint64_t> group_size = std::nullopt);
  void dispatch(c10::ArrayRef<uint64_t> length, std::optional<c10::ArrayRef<uint64_t>> group_size = std::nullopt);
  void dispatch(c10::ArrayRef<uint64_t> length, std::initializer_list<uint64_t> group_size);
  uint64_t getMaxThreadsPerThreadgroup() const;
  uint64_t getThreadExecutionWidth() const;
  uint64_t getStaticThreadGroupMemoryLength() const;
};
class MetalShaderLibrary {
public:
  MetalShaderLibrary(std::string src);
  virtual ~MetalShaderLibrary();
  std::vector<std::string> getFunctionNames();
  std::shared_ptr<MetalKernelFunction> getKernelFunction(const std::string &name);
  MetalKernelFunction *getCachedKernelFunctionPtr(const std::string &name);
};
class DynamicMetalShaderLibrary : public MetalShaderLibrary {
public:
  DynamicMetalShaderLibrary(const std::string &src);
  ~DynamicMetalShaderLibrary() override;
};
} // namespace at::native::mps
