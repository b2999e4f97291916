// SPDX-License-Identifier: Apache-2.0
// Descriptors for two_kernels.s.
	.section	.rodata,"a"
	.p2align	6
	.amdhsa_kernel a
		.amdhsa_group_segment_fixed_size 1536
		.amdhsa_private_segment_fixed_size 0
		.amdhsa_kernarg_size 24
		.amdhsa_next_free_vgpr 37
		.amdhsa_next_free_sgpr 40
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_dispatch_ptr 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 1
		.amdhsa_system_sgpr_workgroup_id_z 0
		.amdhsa_system_vgpr_workitem_id 1
		.amdhsa_float_round_mode_32 3
		.amdhsa_float_round_mode_16_64 0
		.amdhsa_float_denorm_mode_32 0
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_ieee_mode 1
		.amdhsa_dx10_clamp 1
		.amdhsa_fp16_overflow 0
		.amdhsa_wavefront_size32 1
		.amdhsa_workgroup_processor_mode 1
	.end_amdhsa_kernel
	.amdhsa_kernel b
		.amdhsa_group_segment_fixed_size 0
		.amdhsa_private_segment_fixed_size 64
		.amdhsa_kernarg_size 0
		.amdhsa_next_free_vgpr 1
		.amdhsa_next_free_sgpr 8
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_fp16_overflow 1
		.amdhsa_wavefront_size32 1
		.amdhsa_enable_private_segment 1
	.end_amdhsa_kernel
