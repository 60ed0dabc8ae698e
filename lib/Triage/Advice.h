//===- Advice.h - what to do about each kind of fault -------------*- C++ -*-===//
#pragma once

#include "Triage/Symptom.h"

namespace aoti::advice {

extern const Advice DeviceOfPackage, NoDevice, DeviceIndex, LoadCrash;
extern const Advice InputDevice;
extern const Advice InputContract, InputOperator, InputAlignment;
extern const Advice ConstantNames, ConstantDevice, ConstantImage, ConstantsOutside, ConstantUpdate;
extern const Advice IllegalAccess, Misaligned, HostMemory, Crash, Streams, FollowUp;
extern const Advice IndexAssert, IndexData;
extern const Advice RuntimeAssert, SymbolLost, ExportShapes, GuardFailed, SizeOverflow, LaunchSize;
extern const Advice OperatorMissing, FakeMissing, MetaConcrete, MetaData, OperatorSchema, FakeWrong,
    ProxyContract;
extern const Advice OldApi, OldPackage;
extern const Advice Printers, NanCheck, DebugFlags;
extern const Advice MissingFunction, AbiMismatch, MissingKernel, KernelArch, Driver, MissingLibrary,
    TwoTorches, BrokenLibrary, Archive, MachineDiffers, Instruction, Memory, Backend;
extern const Advice WrongNumbers, DroppedError;
extern const Advice CodeError, LinkError, LargeConstants, Toolchain, Shader, Lowering;
extern const Advice RunFailed;

} // namespace aoti::advice
