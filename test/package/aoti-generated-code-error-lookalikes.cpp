// RUN: %check_aoti %s aoti-generated-code-error
//
// C++ that looks like Python.

#include <torch/csrc/inductor/aoti_include/cuda.h>
#define torch_sync torch.cuda.synchronize()
namespace {
struct Chain {
  Chain &cuda() { return *this; }
  Chain &synchronize() { return *this; }
  Chain *operator->() { return this; }
};
enum Words { True_, False_, None_ };
struct True {};
constexpr bool False = false;
} // namespace
void chains(Chain torch_x, Chain math) {
  torch_x
      .cuda()
      .synchronize();
  math.cuda()
      .synchronize();
  math.synchronize().
      cuda();
  (void)True();
  (void)False;
  const char *text = "torch.cuda.synchronize()";
  const char *raw = R"(
torch.cuda.synchronize()
with stream1:
    pass
True
)";
  // torch.cuda.synchronize()
  /*
  with stream1:
  import torch
  assert True
  */
  (void)text, (void)raw;
#if 0
  torch.cuda.synchronize()
  with stream1:
#endif
}
int labels(int with, int del) {
  switch (with) {
  case 1:
    goto pass;
  default:
    break;
  }
pass:
  if (with)
    del = 1;
  else
    del = 2;
  return with + del;
}
