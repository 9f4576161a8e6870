# SPDX-License-Identifier: Apache-2.0
"""The rewriting of launches: every form that real sources use, and text that only looks like one."""

from __future__ import annotations

import pytest

from cann_emulator.asc_compiler.launches import LaunchError, rewrite, template_kernels

LAUNCH = "::cann_emulator::ascendc::Launch"


def launch(kernel: str, config: str, name: str | None = None) -> str:
    return f'{LAUNCH}("{name or kernel}", {kernel}, {config})'


@pytest.mark.parametrize(
    ("kernel", "config"),
    [
        ("k", "8, 0, stream"),
        ("k", "8, nullptr, stream"),
        ("k", "blocks, stream"),
        ("k", "1, 2, 3, stream"),
        ("ns::k", "n, 0, s"),
        ("::k", "n, 0, s"),
        ("::a::b::k", "n, 0, s"),
        ("k<T>", "n, 0, s"),
        ("k<T, 128>", "n, 0, s"),
        ("ns::k<float, (1 > 0)>", "n, 0, s"),
        ("k<std::pair<int, std::pair<int, int>>>", "n, 0, s"),
        ("Op<T>::k", "n, 0, s"),
        ("Op<T>::template k<U>", "n, 0, s"),
        ("(flag ? k1 : k2)", "n, 0, s"),
        ("table[i]", "n, 0, s"),
        ("get(i)", "n, 0, s"),
        ("object.kernel", "n, 0, s"),
        ("object->kernel<T>", "n, 0, s"),
        ("k", "tiling.blocks, nullptr, ctx->GetStream()"),
        ("k", "std::min<int>(a, b), 0, s"),
        ("k", "Blocks<Vec<int>>::value, 0, s"),
        ("k", "n, 0, get<S>"),
        ("k", "n, 0, get<A<B>>"),
        ("k", "n, 0, get<A<B<C>>>"),
        ("k", "n < 8 ? n : 8, 0, s"),
        ("k", "n > 8 ? 8 : n, 0, s"),
        ("k", "a >= b, c <= d, s"),
        ("k", "n >> 3, 1 << 4, s"),
        ("k", "(n >>> 3), 0, s"),
        ("k", "[&] { return n > 3 ? f<int>(1) : 2; }(), 0, s"),
        ("k", "1'000, 0, s"),
        ("k", "n, 0, c10_npu::getCurrentNPUStream().stream(false)"),
        ("k", "f(\">>>\"), 0, '>'"),
    ],
)
def test_form(kernel: str, config: str) -> None:
    source = f"void host() {{ {kernel}<<<{config}>>>(x, {{1, 2}}); }}"
    assert rewrite(source) == f"void host() {{ {launch(kernel, config)}(x, {{1, 2}}); }}"


def test_expression_before_is_left_alone() -> None:
    assert rewrite("return k<<<1, 0, s>>>(x);") == f"return {launch('k', '1, 0, s')}(x);"
    assert rewrite("return ::k<<<1, 0, s>>>(x);") == f"return {launch('::k', '1, 0, s')}(x);"
    assert rewrite("if (a) k<<<1, 0, s>>>(x); else k<<<2, 0, s>>>(y);") == (
        f"if (a) {launch('k', '1, 0, s')}(x); else {launch('k', '2, 0, s')}(y);"
    )
    assert rewrite("a = b, k<<<1, 0, s>>>(x), c;") == f"a = b, {launch('k', '1, 0, s')}(x), c;"


def test_launch_inside_the_arguments_of_another() -> None:
    source = "outer<<<1, 0, s>>>([&] { inner<<<2, 0, s>>>(x); return 1; }());"
    expected = f"{launch('outer', '1, 0, s')}([&] {{ {launch('inner', '2, 0, s')}(x); return 1; }}());"
    assert rewrite(source) == expected


def test_spaces_comments_and_lines_stay() -> None:
    source = "k  // the kernel\n  <<<8,  /* >>> */\n 0, s>>>\n  (x);\n"
    result = rewrite(source)
    assert result == f'{LAUNCH}("k", k  // the kernel\n  , 8,  /* >>> */\n 0, s)\n  (x);\n'
    assert result.count("\n") == source.count("\n")


def test_name_is_the_kernel_as_written() -> None:
    assert rewrite("k< T,\n 128 ><<<1, 0, s>>>(x);").startswith(f'{LAUNCH}("k< T, 128 >", ')


def test_macros() -> None:
    source = "#define RUN(k, T) \\\n  k##_##T<<<n, 0, s>>>(x)\n#define START(k) k<<<n, 0, s>>>\n"
    pasted = f"{LAUNCH}(CANN_EMULATOR_KERNEL_NAME(k##_##T), k##_##T, n, 0, s)"
    plain = f"{LAUNCH}(CANN_EMULATOR_KERNEL_NAME(k), k, n, 0, s)"
    assert rewrite(source) == f"#define RUN(k, T) \\\n  {pasted}(x)\n#define START(k) {plain}\n"


@pytest.mark.parametrize(
    "source",
    [
        'const char* s = "k<<<1, 0, s>>>(x)";',
        'auto s = R"(k<<<1, 0, s>>>(x))";',
        'auto s = R"x(k<<<1)" 0, s>>>(x))x";',
        'auto s = u8R"(a\n<<<\n)";',
        'auto s = "\\"<<<";',
        "// k<<<1, 0, s>>>(x)\n",
        "// continued \\\n k<<<1, 0, s>>>(x)\n",
        "/* k<<<1, 0, s>>>(x) */",
        "std::ostream& operator<<<T>(std::ostream&, T);",
        "x = a << b; y = c >> d;",
        "std::vector<std::vector<std::vector<int>>> v;",
        "auto c = '<'; auto d = '\\''; auto e = \"'<<<\";",
        "<<<<<<< HEAD",
    ],
)
def test_not_a_launch(source: str) -> None:
    assert rewrite(source) == source


def test_windows_line_ends_stay() -> None:
    assert rewrite("a;\r\nk<<<1, 0, s>>>(x);\r\n") == f"a;\r\n{launch('k', '1, 0, s')}(x);\r\n"


# ---- kernel templates whose parameters are deduced -------------------------------------------------------

TEMPLATE = "template <typename T, int N = 4> __global__ __vector__ void k(__gm__ T* x) {}\n"


def test_deduced_template_arguments() -> None:
    call = f'{LAUNCH}("k", [](auto... arguments) {{ k(arguments...); }}, 1, 0, s)(x);'
    assert rewrite(TEMPLATE + "k<<<1, 0, s>>>(x);") == TEMPLATE + call
    assert rewrite("k<<<1, 0, s>>>(x);", {"k": 1}) == call
    assert rewrite("k<float><<<1, 0, s>>>(x);", {"k": 1}) == f"{launch('k<float>', '1, 0, s')}(x);"
    assert rewrite("k<float><<<1, 0, s>>>(x);", {"k": 2}) == (
        f'{LAUNCH}("k<float>", [](auto... arguments) {{ k<float>(arguments...); }}, 1, 0, s)(x);'
    )


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (TEMPLATE, {"k": 1}),
        ("template <class T> __global__ __launch_bounds__(512) void k(T x);", {"k": 1}),
        ("template <class T, class... Rest> __aicore__ __global__ void k(T, Rest...);", {"k": 1}),
        ("template <template <class> class C, class T = C<int>> __global__ void k(C<T>);", {"k": 1}),
        ("template <int A, int B> __global__ void k(int);", {"k": 2}),
        ("template <> __global__ void k<float>(float);", {}),
        ("template <class T> void host(T) { k<<<1, 0, s>>>(x); }", {}),
        ("template <class T> class K { int x; };", {}),
        ("__global__ void k(int);", {}),
    ],
)
def test_template_kernels(source: str, expected: dict[str, int]) -> None:
    assert template_kernels(source) == expected


# ---- mistakes --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "message", "at"),
    [
        ("k<<<1, 0, s>>(x);", "a launch <<< without its >>>", 1),
        ("k<<<1, 0, s;", "a launch <<< without its >>>", 1),
        ("f(k<<<1, 0, s)", "a launch <<< without its >>>", 3),
        ("k<<<>>>(x);", "an empty launch <<<>>>", 1),
        ("k<<<1, 0, s>>>;", "needs the kernel's arguments in parentheses", 11),
        ("= <<<1, 0, s>>>(x);", "needs a kernel's name before it", 2),
        ("return <<<1, 0, s>>>(x);", "needs a kernel's name before it", 7),
    ],
)
def test_mistake(source: str, message: str, at: int) -> None:
    with pytest.raises(LaunchError, match=message) as error:
        rewrite(source)
    assert error.value.offset == at
