// Kernels in each form that Inductor writes: what their accesses are is counted by the test TritonFigure.

void call_tiles() {
    /*
    async_compile.triton('tiles', '''
    import triton
    import triton.language as tl

    from torch._inductor.runtime import triton_helpers, triton_heuristics
    from torch._inductor.runtime.triton_helpers import libdevice, math as tl_math
    from torch._inductor.runtime.hints import AutotuneHint, ReductionHint, TileHint, DeviceProperties
    triton_helpers.set_driver_to_gpu()

    @triton_heuristics.pointwise(size_hints={'x': 64}, filename=__file__, triton_meta={'signature': {'in_ptr0': '*fp32', 'out_ptr0': '*fp32', 'ks0': 'i64', 'ynumel': 'i32', 'xnumel': 'i32', 'YBLOCK': 'constexpr', 'XBLOCK': 'constexpr'}, 'device': DeviceProperties(type='cuda', index=0, multi_processor_count=108, cc=80, warp_size=32), 'constants': {}}, inductor_meta={'grid_type': 'Grid2DWithYZOverflow', 'kernel_name': 'tiles', 'mutated_arg_names': [], 'assert_indirect_indexing': True})
    @triton.jit
    def tiles(in_ptr0, out_ptr0, ks0, ynumel, xnumel, YBLOCK : tl.constexpr, XBLOCK : tl.constexpr):
        xnumel = 16
        yoffset = (tl.program_id(1) + tl.program_id(2) * tl.num_programs(1)) * YBLOCK
        yindex = yoffset + tl.arange(0, YBLOCK)[:, None]
        ymask = yindex < ynumel
        xoffset = tl.program_id(0) * XBLOCK
        xindex = xoffset + tl.arange(0, XBLOCK)[None, :]
        xmask = xindex < xnumel
        x1 = xindex
        y0 = yindex
        tmp0 = tl.load(in_ptr0 + (x1 + 16*y0), xmask & ymask, eviction_policy='evict_last')
        tl.store(out_ptr0 + (y0 + ks0*x1), tmp0, xmask & ymask)
    ''', device_str='cuda')
    */
}

void call_joined() {
    /*
    async_compile.triton('joined', '''
    import triton
    import triton.language as tl

    from torch._inductor.runtime import triton_helpers, triton_heuristics
    from torch._inductor.runtime.triton_helpers import libdevice, math as tl_math
    from torch._inductor.runtime.hints import AutotuneHint, ReductionHint, TileHint, DeviceProperties
    triton_helpers.set_driver_to_gpu()

    @triton_heuristics.pointwise(size_hints={'x': 64}, filename=__file__, triton_meta={'signature': {'in_ptr0': '*fp32', 'in_ptr1': '*fp32', 'out_ptr0': '*fp32', 'xnumel': 'i32', 'XBLOCK': 'constexpr'}, 'device': DeviceProperties(type='cuda', index=0, multi_processor_count=108, cc=80, warp_size=32), 'constants': {}}, inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'joined', 'mutated_arg_names': [], 'assert_indirect_indexing': True})
    @triton.jit
    def joined(in_ptr0, in_ptr1, out_ptr0, xnumel, XBLOCK : tl.constexpr):
        xindex = tl.program_id(0).to(tl.int64) * XBLOCK + tl.arange(0, XBLOCK)[:].to(tl.int64)
        xmask = xindex < xnumel
        x0 = (xindex % 24)
        x1 = xindex // 24
        x2 = xindex
        tmp0 = x0
        tmp1 = tl.full([1], 0, tl.int64)
        tmp2 = tmp0 >= tmp1
        tmp3 = tl.full([1], 8, tl.int64)
        tmp4 = tmp0 < tmp3
        tmp5 = tl.load(in_ptr0 + (8*x1 + (x0)), tmp4 & xmask, eviction_policy='evict_last', other=0.0)
        tmp6 = tmp0 >= tmp3
        tmp7 = tl.full([1], 24, tl.int64)
        tmp8 = tmp0 < tmp7
        tmp9 = tl.load(in_ptr1 + (16*x1 + ((-8) + x0)), tmp6 & xmask, eviction_policy='evict_last', other=0.0)
        tmp10 = tl.where(tmp4, tmp5, tmp9)
        tl.store(out_ptr0 + (x2), tmp10, xmask)
    ''', device_str='cuda')
    */
}

void call_reflected() {
    /*
    async_compile.triton('reflected', '''
    import triton
    import triton.language as tl

    from torch._inductor.runtime import triton_helpers, triton_heuristics
    from torch._inductor.runtime.triton_helpers import libdevice, math as tl_math
    from torch._inductor.runtime.hints import AutotuneHint, ReductionHint, TileHint, DeviceProperties
    triton_helpers.set_driver_to_gpu()

    @triton_heuristics.pointwise(size_hints={'x': 64}, filename=__file__, triton_meta={'signature': {'in_ptr0': '*fp32', 'out_ptr0': '*fp32', 'ks0': 'i64', 'ks1': 'i64', 'xnumel': 'i32', 'XBLOCK': 'constexpr'}, 'device': DeviceProperties(type='cuda', index=0, multi_processor_count=108, cc=80, warp_size=32), 'constants': {}}, inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'reflected', 'mutated_arg_names': [], 'assert_indirect_indexing': True})
    @triton.jit
    def reflected(in_ptr0, out_ptr0, ks0, ks1, xnumel, XBLOCK : tl.constexpr):
        xoffset = tl.program_id(0) * XBLOCK
        xindex = xoffset + tl.arange(0, XBLOCK)[:]
        xmask = xindex < xnumel
        x0 = (xindex % ks0)
        x1 = xindex // ks0
        x2 = xindex
        tmp0 = tl.load(in_ptr0 + (tl.where((-1) + ks1 + ((-1)*tl_math.abs(1 + ((-1)*ks1) + tl_math.abs((-2) + x0))) < 0, (-1) + ((-1)*tl_math.abs(1 + ((-1)*ks1) + tl_math.abs((-2) + x0))) + 2*ks1, (-1) + ks1 + ((-1)*tl_math.abs(1 + ((-1)*ks1) + tl_math.abs((-2) + x0)))) + ks1*x1), xmask, eviction_policy='evict_last')
        tmp1 = tl.load(in_ptr0 + (triton_helpers.div_floor_integer(x2, ks0) + triton_helpers.remainder_integer(x2, ks0)*(triton_helpers.maximum(0, ks1))), xmask)
        tl.store(out_ptr0 + (x2), tmp0 + tmp1, xmask)
    ''', device_str='cuda')
    */
}

void call_gathered() {
    /*
    async_compile.triton('gathered', '''
    import triton
    import triton.language as tl

    from torch._inductor.runtime import triton_helpers, triton_heuristics
    from torch._inductor.runtime.triton_helpers import libdevice, math as tl_math
    from torch._inductor.runtime.hints import AutotuneHint, ReductionHint, TileHint, DeviceProperties
    triton_helpers.set_driver_to_gpu()

    @triton_heuristics.pointwise(size_hints={'x': 64}, filename=__file__, triton_meta={'signature': {'in_ptr0': '*i64', 'in_ptr1': '*fp32', 'in_ptr2': '*i1', 'out_ptr0': '*fp32', 'ks0': 'i64', 'xnumel': 'i32', 'XBLOCK': 'constexpr'}, 'device': DeviceProperties(type='cuda', index=0, multi_processor_count=108, cc=80, warp_size=32), 'constants': {}}, inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'gathered', 'mutated_arg_names': [], 'assert_indirect_indexing': True})
    @triton.jit
    def gathered(in_ptr0, in_ptr1, in_ptr2, out_ptr0, ks0, xnumel, XBLOCK : tl.constexpr):
        xoffset = tl.program_id(0) * XBLOCK
        xindex = xoffset + tl.arange(0, XBLOCK)[:]
        xmask = xindex < xnumel
        x0 = xindex
        tmp0 = tl.load(in_ptr0 + (x0), xmask)
        tmp1 = (ks0).to(tl.int32)
        tmp2 = tmp0 + tmp1
        tmp3 = tmp0 < 0
        tmp4 = tl.where(tmp3, tmp2, tmp0)
        tl.device_assert(((0 <= tmp4) & (tmp4 < ks0)) | ~(xmask), "index out of bounds: 0 <= tmp4 < ks0")
        tmp5 = tl.load(in_ptr2 + (tmp4), xmask).to(tl.int1)
        tmp6 = tl.load(in_ptr1 + (tmp4), tmp5 & xmask, other=0.0)
        tl.atomic_add(out_ptr0 + (tmp4 + tl.broadcast_to(ks0*(x0 // 8), [XBLOCK])), tmp6, xmask, sem='relaxed')
    ''', device_str='cuda')
    */
}

void call_looped() {
    /*
    async_compile.triton('looped', '''
    import triton
    import triton.language as tl

    from torch._inductor.runtime import triton_helpers, triton_heuristics
    from torch._inductor.runtime.triton_helpers import libdevice, math as tl_math
    from torch._inductor.runtime.hints import AutotuneHint, ReductionHint, TileHint, DeviceProperties
    triton_helpers.set_driver_to_gpu()

    @triton_heuristics.reduction(size_hints={'x': 64}, filename=__file__, triton_meta={'signature': {'in_ptr0': '*fp32', 'in_ptr1': '*fp32', 'out_ptr0': '*i64', 'out_ptr1': '*fp32', 'ks0': 'i64', 'xnumel': 'i32', 'r0_numel': 'i32', 'XBLOCK': 'constexpr', 'R0_BLOCK': 'constexpr'}, 'device': DeviceProperties(type='cuda', index=0, multi_processor_count=108, cc=80, warp_size=32), 'constants': {}}, inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'looped', 'mutated_arg_names': [], 'assert_indirect_indexing': True})
    @triton.jit
    def looped(in_ptr0, in_ptr1, out_ptr0, out_ptr1, ks0, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
        rnumel = r0_numel
        RBLOCK: tl.constexpr = R0_BLOCK
        xoffset = tl.program_id(0) * XBLOCK
        xindex = xoffset + tl.arange(0, XBLOCK)[:, None]
        xmask = xindex < xnumel
        r0_base = tl.arange(0, R0_BLOCK)[None, :]
        rbase = r0_base
        x0 = xindex
        _tmp2 = tl.full([XBLOCK, R0_BLOCK], float("-inf"), tl.float32)
        _tmp2_index = tl.full([XBLOCK, R0_BLOCK], 9223372036854775807, tl.int64)
        tmp3_mean = tl.zeros([XBLOCK, R0_BLOCK], tl.float32)
        for r0_offset in tl.range(0, r0_numel, R0_BLOCK):
            r0_index = r0_offset + r0_base
            r0_mask = r0_index < r0_numel
            roffset = r0_offset
            rindex = r0_index
            r0_1 = r0_index
            tmp0 = tl.load(in_ptr0 + (r0_1 + ks0*x0), r0_mask & xmask, eviction_policy='evict_first', other=0.0)
            tmp1 = tl.broadcast_to(tmp0, [XBLOCK, R0_BLOCK])
            _tmp2_next, _tmp2_index_next = triton_helpers.maximum_with_index(
                _tmp2, _tmp2_index, tmp1, rindex
            )
            _tmp2 = tl.where(r0_mask & xmask, _tmp2_next, _tmp2)
            _tmp2_index = tl.where(r0_mask & xmask, _tmp2_index_next, _tmp2_index)
        tmp2_val, tmp2_idx = triton_helpers.max_with_index(_tmp2, _tmp2_index, 1)
        tmp2 = tmp2_idx[:, None]
        tl.store(out_ptr0 + (x0), tmp2, xmask)
        for r0_offset in tl.range(0, r0_numel, R0_BLOCK):
            r0_index = r0_offset + r0_base
            r0_mask = r0_index < r0_numel
            r0_1 = r0_index
            tmp5 = tl.load(in_ptr1 + (tmp2 + ks0*r0_1), r0_mask & xmask, eviction_policy='evict_first', other=0.0)
            tl.store(out_ptr1 + (r0_1 + ks0*x0), tmp5, r0_mask & xmask)
    ''', device_str='cuda')
    */
}

void call_persistent() {
    /*
    async_compile.triton('persistent', '''
    import triton
    import triton.language as tl

    from torch._inductor.runtime import triton_helpers, triton_heuristics
    from torch._inductor.runtime.triton_helpers import libdevice, math as tl_math
    from torch._inductor.runtime.hints import AutotuneHint, ReductionHint, TileHint, DeviceProperties
    triton_helpers.set_driver_to_gpu()

    @triton_heuristics.persistent_reduction(size_hints={'x': 64}, filename=__file__, triton_meta={'signature': {'in_out_ptr0': '*fp32', 'in_ptr0': '*fp32', 'xnumel': 'i32', 'r0_numel': 'i32', 'XBLOCK': 'constexpr'}, 'device': DeviceProperties(type='cuda', index=0, multi_processor_count=108, cc=80, warp_size=32), 'constants': {}}, inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'persistent', 'mutated_arg_names': [], 'assert_indirect_indexing': True})
    @triton.jit
    def persistent(in_out_ptr0, in_ptr0, xnumel, r0_numel, XBLOCK : tl.constexpr):
        r0_numel = 30
        R0_BLOCK: tl.constexpr = 32
        rnumel = r0_numel
        RBLOCK: tl.constexpr = R0_BLOCK
        xoffset = tl.program_id(0) * XBLOCK
        xindex = xoffset + tl.arange(0, XBLOCK)[:, None]
        xmask = xindex < xnumel
        r0_index = tl.arange(0, R0_BLOCK)[None, :]
        r0_offset = 0
        r0_mask = r0_index < r0_numel
        roffset = r0_offset
        rindex = r0_index
        r0_1 = r0_index
        x0 = xindex
        tmp0 = tl.load(in_out_ptr0 + (r0_1 + 30*x0), r0_mask & xmask, other=0.0)
        tmp1 = tl.load(in_ptr0 + (r0_1), r0_mask, eviction_policy='evict_last', other=0.0)
        tmp2 = tl.broadcast_to(tmp0 + tmp1, [XBLOCK, R0_BLOCK])
        tmp4 = tl.where(r0_mask & xmask, tmp2, float("-inf"))
        tmp5 = triton_helpers.max2(tmp4, 1)[:, None]
        tl.store(in_out_ptr0 + (tl.broadcast_to(r0_1 + 30*x0, [XBLOCK, R0_BLOCK])), tmp5, r0_mask & xmask)
    ''', device_str='cuda')
    */
}

void call_cooperative() {
    /*
    async_compile.triton('cooperative', '''
    import triton
    import triton.language as tl

    from torch._inductor.runtime import triton_helpers, triton_heuristics
    from torch._inductor.runtime.triton_helpers import libdevice, math as tl_math
    from torch._inductor.runtime.hints import AutotuneHint, ReductionHint, TileHint, DeviceProperties
    triton_helpers.set_driver_to_gpu()

    @triton_heuristics.cooperative_reduction(size_hints={'x': 64}, filename=__file__, triton_meta={'signature': {'in_ptr0': '*fp32', 'out_ptr0': '*fp32', 'ws_ptr': '*fp32', 'semaphores_ptr': '*i32', 'xnumel': 'i32', 'r0_numel': 'i32', 'XBLOCK': 'constexpr', 'R0_BLOCK': 'constexpr', 'RSPLIT': 'constexpr'}, 'device': DeviceProperties(type='cuda', index=0, multi_processor_count=108, cc=80, warp_size=32), 'constants': {}}, inductor_meta={'grid_type': 'CooperativeReductionGrid', 'kernel_name': 'cooperative', 'mutated_arg_names': [], 'assert_indirect_indexing': True})
    @triton.jit
    def cooperative(in_ptr0, out_ptr0, ws_ptr, semaphores_ptr, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr, RSPLIT : tl.constexpr):
        xoffset = tl.program_id(1) * XBLOCK
        xindex = xoffset + tl.arange(0, XBLOCK)[:, None]
        xmask = xindex < xnumel
        r0_base = tl.arange(0, R0_BLOCK)[None, :]
        rsplit_id = tl.program_id(0)
        num_rblocks = (r0_numel + R0_BLOCK - 1) // R0_BLOCK
        rsplit_chunk = (num_rblocks + RSPLIT - 1) // RSPLIT * R0_BLOCK
        rsplit_start = rsplit_chunk * rsplit_id
        rsplit_end = rsplit_chunk * (rsplit_id + 1)
        rsplit_end = tl.where(rsplit_end < r0_numel, rsplit_end, r0_numel)
        x0 = xindex
        _tmp2 = tl.full([XBLOCK, R0_BLOCK], 0, tl.float32)
        for r0_offset in range(rsplit_start, rsplit_end, R0_BLOCK):
            r0_index = r0_offset + r0_base
            r0_mask = r0_index < rsplit_end
            tmp0 = tl.load(in_ptr0 + (r0_index + 1000*x0), r0_mask & xmask, eviction_policy='evict_last', other=0.0)
            _tmp2 = tl.where(r0_mask & xmask, _tmp2 + tl.broadcast_to(tmp0, [XBLOCK, R0_BLOCK]), _tmp2)
        tmp2 = tl.sum(_tmp2, 1)[:, None]
        tmp2_ws = (ws_ptr + 0).to(tl.pointer_type(tl.float32))
        tl.store(ws_ptr + (xindex * RSPLIT + rsplit_id), tmp2, xmask)
        triton_helpers.x_grid_barrier(semaphores_ptr + tl.program_id(1))
        tmp2_peers = tl.load(ws_ptr + (xindex * RSPLIT + tl.arange(0, RSPLIT)[None, :]), xmask, eviction_policy='evict_first', other=0)
        tmp2 = tl.sum(tmp2_peers, 1)[:, None]
        if rsplit_id == (0 % RSPLIT):
            tl.store(out_ptr0 + (x0), tmp2, xmask)
    ''', device_str='cuda')
    */
}

void call_several() {
    /*
    async_compile.triton('several', '''
    import triton
    import triton.language as tl

    from torch._inductor.runtime import triton_helpers, triton_heuristics
    from torch._inductor.runtime.triton_helpers import libdevice, math as tl_math
    from torch._inductor.runtime.hints import AutotuneHint, ReductionHint, TileHint, DeviceProperties
    triton_helpers.set_driver_to_gpu()

    @triton_heuristics.foreach(filename=__file__, triton_meta={'signature': {'in_ptr0': '*fp32', 'in_ptr1': '*fp32', 'out_ptr0': '*fp32', 'out_ptr1': '*fp32', 'xnumel_1': 'i32'}, 'device': DeviceProperties(type='cuda', index=0, multi_processor_count=108, cc=80, warp_size=32), 'constants': {}}, inductor_meta={'grid_type': 'SequentialComboKernelGrid', 'kernel_name': 'several', 'mutated_arg_names': [], 'assert_indirect_indexing': True})
    @triton.jit
    def several(in_ptr0, in_ptr1, out_ptr0, out_ptr1, xnumel_1):
        pid = tl.program_id(0)
        XBLOCK: tl.constexpr = 1024
        num_xblocks_0 = tl.cdiv(640, XBLOCK)
        num_xblocks_1 = num_xblocks_0 + tl.cdiv(xnumel_1, XBLOCK)
        if pid < num_xblocks_0:
            pid_offset = pid
            xnumel = 640
            foreach_arg0 = in_ptr0
            foreach_arg1 = out_ptr0
        elif pid < num_xblocks_1:
            pid_offset = pid - num_xblocks_0
            xnumel = xnumel_1
            foreach_arg0 = in_ptr1
            foreach_arg1 = out_ptr1
        else:
            pid_offset = 0
            xnumel = 0
            foreach_arg0 = in_ptr0
            foreach_arg1 = out_ptr0
        xoffset = pid_offset * XBLOCK
        xindex = xoffset + tl.arange(0, XBLOCK)[:]
        xmask = xindex < xnumel
        tmp0 = tl.load(foreach_arg0 + (xindex), xmask)
        tl.store(foreach_arg1 + (xindex), tmp0 + 1.0, xmask)
    ''', device_str='cuda')
    */
}

void call_product() {
    /*
    async_compile.triton('product', '''
    import triton
    import triton.language as tl

    from torch._inductor.runtime import triton_helpers, triton_heuristics
    from torch._inductor.runtime.triton_helpers import libdevice, math as tl_math
    from torch._inductor.runtime.hints import AutotuneHint, ReductionHint, TileHint, DeviceProperties
    triton_helpers.set_driver_to_gpu()

    @triton_heuristics.template(num_stages=3, num_warps=4, filename=__file__, triton_meta={'signature': {'arg_A': '*fp16', 'arg_B': '*fp16', 'out_ptr0': '*fp16', 'ks0': 'i64'}, 'device': DeviceProperties(type='cuda', index=0, multi_processor_count=108, cc=80, warp_size=32), 'constants': {}}, inductor_meta={'grid_type': 'FixedGrid', 'kernel_name': 'product', 'mutated_arg_names': [], 'assert_indirect_indexing': True})
    @triton.jit
    def product(arg_A, arg_B, out_ptr0, ks0):
        EVEN_K : tl.constexpr = False
        BLOCK_M : tl.constexpr = 64
        BLOCK_N : tl.constexpr = 32
        BLOCK_K : tl.constexpr = 16
        GROUP_M : tl.constexpr = 8
        A = arg_A
        B = arg_B
        M = ks0
        N = 300
        K = 100
        if M * N == 0:
            # nothing to do
            return
        stride_am = 100
        stride_ak = 1
        stride_bk = 300
        stride_bn = 1
        pid = tl.program_id(0).to(tl.int64)
        grid_m = (M + BLOCK_M - 1) // BLOCK_M
        grid_n = (N + BLOCK_N - 1) // BLOCK_N
        width = GROUP_M * grid_n
        group_id = pid // width
        group_size = min(grid_m - group_id * GROUP_M, GROUP_M)
        pid_m = group_id * GROUP_M + (pid % group_size)
        pid_n = (pid % width) // (group_size)
        tl.assume(pid_m >= 0)
        tl.assume(pid_n >= 0)
        rm = pid_m * BLOCK_M + tl.arange(0, BLOCK_M).to(tl.int64)
        rn = pid_n * BLOCK_N + tl.arange(0, BLOCK_N).to(tl.int64)
        if ((stride_am == 1 and stride_ak == M) or (stride_am == K and stride_ak == 1)) and (M >= BLOCK_M and K > 1):
            offs_a_m = tl.max_contiguous(tl.multiple_of(rm % M, BLOCK_M), BLOCK_M)
        else:
            offs_a_m = rm % M
        offs_b_n = tl.max_contiguous(tl.multiple_of(rn % N, BLOCK_N), BLOCK_N)
        offs_k = tl.arange(0, BLOCK_K).to(tl.int64)
        acc = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
        for k_idx in range(0, tl.cdiv(K, BLOCK_K)):
            a_mask = offs_k[None, :] < (K - k_idx * BLOCK_K)
            b_mask = offs_k[:, None] < (K - k_idx * BLOCK_K)
            a_k_idx_vals = offs_k[None, :] + (k_idx * BLOCK_K)
            b_k_idx_vals = offs_k[:, None] + (k_idx * BLOCK_K)
            idx_m = offs_a_m[:, None]
            idx_n = a_k_idx_vals
            xindex = idx_n + 100*idx_m
            a = tl.load(A + (xindex), mask=a_mask, other=0.0)
            idx_m = b_k_idx_vals
            idx_n = offs_b_n[None, :]
            xindex = idx_n + 300*idx_m
            b = tl.load(B + (xindex), mask=b_mask, other=0.0)
            acc += tl.dot(a, b, allow_tf32=True, out_dtype=tl.float32)
        rm = pid_m * BLOCK_M + tl.arange(0, BLOCK_M).to(tl.int64)
        rn = pid_n * BLOCK_N + tl.arange(0, BLOCK_N).to(tl.int64)
        idx_m = rm[:, None]
        idx_n = rn[None, :]
        mask = (idx_m < M) & (idx_n < N)
        xindex = idx_n + 300*idx_m
        tl.store(out_ptr0 + (tl.broadcast_to(xindex, [BLOCK_M, BLOCK_N])), acc, mask)
    ''', device_str='cuda')
    */
}

void call_scanned() {
    /*
    async_compile.triton('scanned', '''
    import triton
    import triton.language as tl

    from torch._inductor.runtime import triton_helpers, triton_heuristics
    from torch._inductor.runtime.triton_helpers import libdevice, math as tl_math
    from torch._inductor.runtime.hints import AutotuneHint, ReductionHint, TileHint, DeviceProperties
    triton_helpers.set_driver_to_gpu()

    @triton.jit
    def _triton_helper_fn_add0(arg0_0, arg1_0):
        tmp0 = arg0_0 + arg1_0
        return tmp0

    @triton_heuristics.split_scan(size_hints={'x': 64}, filename=__file__, triton_meta={'signature': {'in_ptr0': '*fp32', 'out_ptr0': '*fp32', 'ws_ptr': '*u8', 'xnumel': 'i32', 'r0_numel': 'i32', 'XBLOCK': 'constexpr', 'R0_BLOCK': 'constexpr'}, 'device': DeviceProperties(type='cuda', index=0, multi_processor_count=108, cc=80, warp_size=32), 'constants': {}}, inductor_meta={'grid_type': 'SplitScanGrid', 'kernel_name': 'scanned', 'mutated_arg_names': [], 'assert_indirect_indexing': True})
    @triton.jit
    def scanned(in_ptr0, out_ptr0, ws_ptr, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
        XBLOCK: tl.constexpr = 1
        xoffset = tl.program_id(1) * XBLOCK
        xindex = tl.full([1], xoffset, tl.int32)
        xmask = tl.full([R0_BLOCK], True, tl.int1)
        r0_offset = tl.program_id(0) * R0_BLOCK
        r0_index = r0_offset + tl.arange(0, R0_BLOCK)[:]
        r0_mask = r0_index < r0_numel
        tmp0 = tl.load(in_ptr0 + (r0_index), r0_mask, other=0.0)
        tmp1 = tl.associative_scan(tl.broadcast_to(tmp0, [R0_BLOCK]), 0, _triton_helper_fn_add0)
        tl.store(out_ptr0 + (r0_index), tmp1, r0_mask)
    ''', device_str='cuda')
    */
}

void call_of_the_user() {
    /*
    async_compile.triton('of_the_user', '''
    import triton
    import triton.language as tl

    from torch._inductor.runtime import triton_helpers, triton_heuristics
    from torch._inductor.runtime.triton_helpers import libdevice, math as tl_math
    from torch._inductor.runtime.hints import AutotuneHint, ReductionHint, TileHint, DeviceProperties
    triton_helpers.set_driver_to_gpu()

    @triton.jit
    def row_of(p, at, mask):
        tl.store(p + at, tl.load(p + at, mask=mask) + 1, mask=mask)

    @triton_heuristics.user_autotune(configs=[], filename=__file__, triton_meta={'signature': {'x_ptr': '*fp32', 'y_ptr': '*fp32', 'rows': 'i32', 'stride': 'i32', 'BLOCK': 'constexpr'}, 'device': DeviceProperties(type='cuda', index=0, multi_processor_count=108, cc=80, warp_size=32), 'constants': {}}, inductor_meta={'grid_type': 'FixedGrid', 'kernel_name': 'of_the_user', 'mutated_arg_names': [], 'assert_indirect_indexing': True})
    @triton.jit
    def of_the_user(x_ptr, y_ptr, rows, stride, BLOCK : tl.constexpr):
        row = tl.program_id(axis=0)
        cols = tl.arange(0, BLOCK)
        x_ptr += row * stride
        block = tl.make_block_ptr(base=y_ptr, shape=(rows, 64), strides=(64, 1), offsets=(row * 4, 0), block_shape=(4, 64), order=(1, 0))
        for step in range(4):
            mask = cols < stride - step * BLOCK
            row_of(x_ptr, cols + step * BLOCK, mask)
        tl.store(block, tl.load(block, boundary_check=(0, 1)) * 2, boundary_check=(0,))
    ''', device_str='cuda')
    */
}
