// SPDX-License-Identifier: Apache-2.0
// Every mnemonic of mnemonics.txt for gfx1151 alone, with the operands and modifiers that its text can carry. Not a program: nothing runs it.
	.text
	s_cvt_f32_u32 s2, s4
	s_cvt_f32_u32 s2, vcc_lo
	s_cvt_f32_u32 s2, -1
	s_cvt_u32_f32 s2, s4
	s_cvt_u32_f32 s2, vcc_lo
	s_cvt_u32_f32 s2, -1
	s_fmamk_f32 s1, s2, 0x42280000, s3
	s_mul_f32 s2, s4, s6
	s_mul_f32 s2, s4, 0x12345
	s_mul_f32 s2, -1, s6
	s_trunc_f32 s2, s4
	s_trunc_f32 s2, vcc_lo
	s_trunc_f32 s2, -1
