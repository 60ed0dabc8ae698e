//===- PluginUnit.h - what the plugin does for a source -----------*- C++ -*-===//
//
// In the plugin, clang-tidy or clangd runs clang, and a source is parsed with the
// command line and the headers that the user has. What the front end of the tool does
// besides is done here, before the source is parsed:
//
//  - the places of the parser's errors are kept for the facts (`ParserErrors`);
//  - sources that the tool refuses are not analysed;
//  - where the prelude is among the include folders (`--emit-prelude`), macros of the
//    recorded command are defined, unknown functions of the shim are declared and
//    unknown headers are taken as empty, so that `-isystem` is all that it takes.
//
//===----------------------------------------------------------------------===//
#pragma once

namespace aoti {

/// Lets every translation unit that checks see from now on be prepared; called once, when the
/// plugin is loaded.
void preparePluginUnits();

} // namespace aoti
