"""Writes sources that are hard on a parser: make_hostile.py OUT

They have a finding in front of or behind the hard part, where that can be parsed.
"""

import pathlib
import sys

out = pathlib.Path(sys.argv[1])
out.mkdir(parents=True, exist_ok=True)
HEAD = "#include <torch/csrc/inductor/aoti_include/cpu.h>\nvoid f(AtenTensorHandle x) {\n"
TAIL = '\naoti_torch_print_tensor_handle(x, "behind");\n}\n'


def body(name, text):
    (out / f"{name}.cpp").write_bytes((HEAD + text + TAIL).encode())


def whole(name, text):
    (out / f"{name}.cpp").write_bytes(text if isinstance(text, bytes) else text.encode())


# Deep, and parsed: one finding each.
body("ok_operators", "long z = " + "+".join(["1"] * 100_000) + ";")
body("ok_conditions", "long z = " + "1 ? 1 : " * 10_000 + "1;")
body("ok_casts", "long z = " + "(int)" * 5_000 + "1;")
body("ok_ifs", "if (1) " * 10_000 + ";")
body("ok_negations", "long z = " + "!" * 10_000 + "1;")
body("ok_templates", "A<" * 5_000 + "int" + ">" * 5_000 + " a;")
whole("ok_templates", "template <class T> struct A {};\n" + (out / "ok_templates.cpp").read_text())
body("ok_else", "int q = 0;\nif (q) q = 1;\n" + "\n".join(f"else if (q == {i}) q = {i};" for i in range(3_000)))
body("ok_macros", "long z = 0;\n#define A(n) n + n\nz = " + "A(" * 10 + "1" + ")" * 10 + ";")
body("ok_comment", "/*" + "x" * 20_000_000 + "*/")
body("ok_string", 'const char* s = "' + "x" * 20_000_000 + '";')
body("ok_lines", "\n" * 1_000_000)
whole("ok_bom", b"\xef\xbb\xbf" + (HEAD + TAIL).encode())
whole("ok_crlf", (HEAD + TAIL).replace("\n", "\r\n"))
whole("ok_nul", (HEAD + "int z = 1;\0\0\0" + TAIL))
whole("ok_bytes", (HEAD + '// \xff\xfe\nconst char* s = "\xff\x80";' + TAIL).encode("latin1"))
whole("ok_no_newline", (HEAD + TAIL).rstrip("\n"))

# Too deep or too large: said, with exit code 3.
body("bad_parentheses", "int z = " + "(" * 10_000 + "1" + ")" * 10_000 + ";")
body("bad_braces", "{" * 10_000 + "}" * 10_000)
body("bad_subscripts", "int z[3]; int q = " + "z[" * 10_000 + "1" + "]" * 10_000 + ";")
body("bad_open", "int z = " + "((((" * 20_000)
whole("bad_constant_functions", "constexpr long f(long n) { long s = 0; for (long i = 0; i < n; i++) s += i * n; return s; }\n"
      + "".join(f"constexpr long z{i} = f(1000000000);\n" for i in range(5)) + HEAD + TAIL)
whole("bad_includes_itself", HEAD + TAIL + "#include __FILE__\n" + "void more(); // filled up\n" * 5_000)
whole("bad_namespaces", "namespace a {" * 10_000 + "}" * 10_000)
whole("bad_stack", "long z = " + "!" * 1_000_000 + "1;")
whole("bad_recursion", "template <int N> struct F { static constexpr int v = F<N - 1>::v + 1; };\nint x = F<100000>::v;\n")
whole("bad_loop", "constexpr int f() { int n = 0; while (true) n++; return n; }\nconstexpr int x = f();\n")
whole("bad_instantiations", "template <int N, int M> struct G { static constexpr int v = G<N - 1, M * 2>::v + G<N - 1, M * 2 + 1>::v; };\n"
      "template <int M> struct G<0, M> { static constexpr int v = 1; };\nint y = G<24, 0>::v;\n")
whole("bad_macros", "#define A0 1+1\n" + "\n".join(f"#define A{i} A{i - 1}+A{i - 1}+A{i - 1}+A{i - 1}" for i in range(1, 14)) + "\nint x = A13;\n")
whole("bad_empty_macros", "#define A0\n" + "\n".join(f"#define A{i} " + " ".join([f"A{i - 1}"] * 10) for i in range(1, 12)) + "\nA11\nint x;\n")
whole("bad_line", "int x[] = {" + "1," * 25_000_000 + "};\n")
whole("bad_utf8", b"int \xff\xfe = 3;\n")
whole("bad_utf16", (HEAD + TAIL).encode("utf-16"))
