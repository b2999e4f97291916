/* SPDX-License-Identifier: Apache-2.0 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checkhip/reference.h"
#include "reference/random.h"
#include "vectors/array_file.h"
#include "vectors/complain.h"
#include "vectors/digests.h"
#include "vectors/emit.h"
#include "vectors/known_set.h"

/* Seeds of what has none in the decode recipe; our choice, written down so that a file can be made again. */
enum { QUANT_SEED = 0x71, PRODUCT_SEED = 0x9a00 };

static void name_file(char stem[32], const char *kind, ch_format format)
{
	(void)snprintf(stem, 32, "%s_%s", kind, ch_format_get(format)->file_name);
}

static bool make_decode(const ch_emit_choice *choice, ch_format format, ch_folder *folder)
{
	const ch_format_info *info = ch_format_get(format);
	const int64_t counts[2] = {choice->small ? 8 : CH_DIGEST_VALID_BLOCKS, CH_DIGEST_ALLSCALE_BLOCKS};
	static const char *const names[2][2] = {{"blocks_valid", "y_valid"}, {"blocks_allscale", "y_allscale"}};
	void *blocks[2] = {calloc(CH_DIGEST_VALID_BLOCKS, info->block_bytes),
			   calloc(CH_DIGEST_ALLSCALE_BLOCKS, info->block_bytes)};
	float *y = calloc(CH_DIGEST_VALID_BLOCKS * CH_BLOCK_WEIGHTS, sizeof(*y));
	bool good = blocks[0] && blocks[1] && y;
	ch_array_file file;
	char stem[32];

	name_file(stem, "decode", format);
	ch_array_file_begin(&file, stem, info);
	if (good)
		ch_digest_make(format, ch_digest_seed(format) + choice->seed, blocks[0], blocks[1]);
	for (int i = 0; i < 2 && good; i++) {
		ch_array_file_copy(&file, names[i][0], CH_DTYPE_U8, 2, (const int64_t[]){counts[i], info->block_bytes},
				   blocks[i]);
		(void)ch_decode_plain(format, CH_BLOCK_WEIGHTS, counts[i], blocks[i], y);
		if (!choice->inputs_only)
			ch_array_file_copy(&file, names[i][1], CH_DTYPE_F32, 2,
					   (const int64_t[]){counts[i], CH_BLOCK_WEIGHTS}, y);
	}
	free(blocks[0]);
	free(blocks[1]);
	free(y);
	return ch_array_file_end(&file, folder) && good;
}

/* What troubles quantizers, a kind a row. */
typedef enum trouble {
	GAUSSIAN,
	UNIFORM,
	TINY,
	LARGE,
	HUGE_SQUARES, /* whose squares overflow */
	SUBNORMAL,
	ZEROS, /* of both signs */
	WITH_NONFINITE,
	NONFINITE,
	TIES, /* half steps of a scale */
	OUTLIER,
	LARGEST,
	SPARSE,
	NEGATIVE,
	ZERO_HALVES, /* every other half-block is zero: what is left from the one before shows (F14) */
	TROUBLES
} trouble;

static float make_value(ch_random *random, trouble kind, int64_t row, int64_t col)
{
	static const float nonfinite[3] = {NAN, INFINITY, -INFINITY};
	float normal = ch_random_normal(random), unit = ch_random_unit(random);
	uint32_t pick = ch_random_below(random, 16);

	switch (kind) {
	case UNIFORM:
		return unit;
	case TINY:
		return normal * 1e-6f;
	case LARGE:
		return normal * 1e8f;
	case HUGE_SQUARES:
		return normal * 2e19f;
	case SUBNORMAL:
		return normal * 1e-40f;
	case ZEROS:
		return pick & 1u ? -0.0f : 0.0f;
	case WITH_NONFINITE:
		return pick < 3 ? nonfinite[pick] : normal;
	case NONFINITE:
		return nonfinite[pick % 3];
	case TIES:
		return ch_scale_value((uint8_t)(0x20 + row % 32)) * 0.5f * (float)((int32_t)pick - 8);
	case OUTLIER:
		return col % CH_BLOCK_WEIGHTS == 7 ? 3.0f : normal * 0.02f;
	case LARGEST:
		return pick == 0 ? FLT_MAX : normal;
	case SPARSE:
		return pick < 12 ? 0.0f : normal * 0.02f;
	case NEGATIVE:
		return -fabsf(normal);
	case ZERO_HALVES:
		return col / CH_HALF_WEIGHTS % 2 ? 0.0f : normal;
	default:
		return normal * ldexpf(0.01f, (int)(row % 16));
	}
}

/* One importance vector for all rows; the dirty one is the clean one with what should not be in it. */
static void make_importance(ch_random *random, int64_t k, float *clean, float *dirty)
{
	static const struct {
		int64_t at;
		float value;
	} dirt[] = {{5, NAN}, {11, INFINITY}, {13, -1.0f}, {17, FLT_MAX}, {19, 1e-40f}, {23, 0.0f}};

	for (int64_t i = 0; i < k; i++) {
		float normal = ch_random_normal(random);

		clean[i] = 0.0625f + normal * normal;
		dirty[i] = i / CH_BLOCK_WEIGHTS == 1 ? 0.0f : clean[i]; /* a whole block without importance: F13 */
	}
	for (size_t i = 0; i < sizeof(dirt) / sizeof(*dirt); i++)
		dirty[dirt[i].at] = dirt[i].value;
}

static bool make_quant(const ch_emit_choice *choice, ch_folder *folder)
{
	const int64_t k = choice->small ? 64 : 256, rows = choice->small ? TROUBLES : 16 * TROUBLES;
	static const char *const names[3] = {"q_plain", "q_imatrix_clean", "q_imatrix_dirty"};
	float *x = calloc((size_t)(rows * k), sizeof(*x)), *clean = calloc((size_t)k, sizeof(*clean));
	float *dirty = calloc((size_t)k, sizeof(*dirty));
	const float *importance[3] = {NULL, clean, dirty};
	ch_random random = {QUANT_SEED + choice->seed};
	bool good = x && clean && dirty;
	ch_array_file file;
	char stem[32];

	for (int64_t i = 0; i < rows * k && good; i++)
		x[i] = make_value(&random, (trouble)(i / k % TROUBLES), i / k / TROUBLES, i % k);
	ch_array_file_begin(&file, "quant_input", NULL);
	if (good) {
		make_importance(&random, k, clean, dirty);
		ch_array_file_copy(&file, "x", CH_DTYPE_F32, 2, (const int64_t[]){rows, k}, x);
		ch_array_file_copy(&file, "imatrix_clean", CH_DTYPE_F32, 1, &k, clean);
		ch_array_file_copy(&file, "imatrix_dirty", CH_DTYPE_F32, 1, &k, dirty);
	}
	good = ch_array_file_end(&file, folder) && good;
	for (int f = 0; f < CH_FORMAT_COUNT && good && !choice->inputs_only; f++) {
		const ch_format_info *info = ch_format_get((ch_format)f);
		const int64_t shape[3] = {rows, k / CH_BLOCK_WEIGHTS, info->block_bytes};

		name_file(stem, "quant", (ch_format)f);
		ch_array_file_begin(&file, stem, info);
		for (int i = 0; i < 3; i++) {
			void *w = ch_array_file_add(&file, names[i], CH_DTYPE_U8, 3, shape);

			if (w)
				(void)ch_quantize((ch_format)f, k, rows, x, importance[i], w);
		}
		good = ch_array_file_end(&file, folder);
	}
	free(x);
	free(clean);
	free(dirty);
	return good;
}

/* The inputs of one product, and room for an answer. */
struct product {
	ch_format format;
	int64_t k, rows, ncols;
	size_t row_bytes;
	uint8_t *w, *x_q8_1;
	float *x, *weights;
	void *y;
};

static bool make_product(struct product *product, ch_format format, const int64_t shape[3], uint64_t seed)
{
	const ch_format_info *info = ch_format_get(format);
	int64_t k = shape[0], rows = shape[1], ncols = shape[2], blocks = k / CH_BLOCK_WEIGHTS;
	ch_random random = {seed};

	*product = (struct product){.format = format, .k = k, .rows = rows, .ncols = ncols};
	product->row_bytes = (size_t)blocks * info->block_bytes;
	product->w = calloc((size_t)rows, product->row_bytes);
	product->x_q8_1 = calloc((size_t)(ncols * blocks), CH_Q8_1_BYTES);
	product->x = calloc((size_t)(ncols * k), sizeof(float));
	product->weights = calloc((size_t)k, sizeof(float));
	product->y = calloc((size_t)(ncols * rows), sizeof(double));
	if (!product->w || !product->x_q8_1 || !product->x || !product->weights || !product->y)
		return false;
	for (size_t i = 0; i < (size_t)rows * product->row_bytes; i++)
		product->w[i] = ch_random_byte(&random);
	for (int64_t i = 0; i < rows * blocks; i++) {
		for (uint32_t half = 0; half < info->scale_count; half++)
			ch_block_set_scale(format, product->w + i * info->block_bytes, half,
					   (uint8_t)ch_random_below(&random, 127));
	}
	for (int64_t i = 0; i < ncols * k; i++)
		product->x[i] = ch_random_normal(&random);
	return ch_quantize_q8_1(k, ncols, product->x, product->x_q8_1) == CH_OK;
}

static void free_product(struct product *product)
{
	free(product->w);
	free(product->x_q8_1);
	free(product->x);
	free(product->weights);
	free(product->y);
}

/* The product with float x: in double, or in binary32 with every operation rounded; in order of k. */
static void multiply_floats(struct product *product, bool twice)
{
	for (int64_t row = 0; row < product->rows; row++) {
		(void)ch_decode_plain(product->format, product->k, 1, product->w + (size_t)row * product->row_bytes,
				      product->weights);
		for (int64_t col = 0; col < product->ncols; col++) {
			const float *x = product->x + col * product->k;
			double sum = 0.0;
			float short_sum = 0.0f;

			for (int64_t i = 0; i < product->k; i++) {
				sum += (double)product->weights[i] * (double)x[i];
				short_sum += product->weights[i] * x[i];
			}
			if (twice)
				((double *)product->y)[col * product->rows + row] = sum;
			else
				((float *)product->y)[col * product->rows + row] = short_sum;
		}
	}
}

static void add_answers(ch_array_file *file, struct product *product, const char *shape_name)
{
	const int64_t shape[2] = {product->ncols, product->rows};
	char name[CH_ARRAY_NAME];

	(void)snprintf(name, sizeof(name), "%s.y_f32", shape_name);
	multiply_floats(product, false);
	ch_array_file_copy(file, name, CH_DTYPE_F32, 2, shape, product->y);
	(void)snprintf(name, sizeof(name), "%s.y_dot64", shape_name);
	multiply_floats(product, true);
	ch_array_file_copy(file, name, CH_DTYPE_F64, 2, shape, product->y);
	(void)snprintf(name, sizeof(name), "%s.y_q8_64", shape_name);
	(void)ch_mmvq_reference(product->format, product->k, product->rows, product->ncols, product->w, product->x_q8_1,
				product->y);
	ch_array_file_copy(file, name, CH_DTYPE_F64, 2, shape, product->y);
	for (int i = 0; i < CH_KNOWN_ORDERS; i++) {
		const ch_known_order *one = &ch_known_orders[i];
		ch_order order = ch_order_base(product->format, one->wave_size, one->waves);

		(void)snprintf(name, sizeof(name), "%s.%s", shape_name, one->array);
		(void)ch_mmvq_model(product->format, &order, product->k, product->rows, product->ncols, product->w,
				    product->x_q8_1, product->y);
		ch_array_file_copy(file, name, CH_DTYPE_F32, 2, shape, product->y);
	}
}

static void add_inputs(ch_array_file *file, const struct product *product, const char *shape_name)
{
	int64_t blocks = product->k / CH_BLOCK_WEIGHTS;
	char name[CH_ARRAY_NAME];

	(void)snprintf(name, sizeof(name), "%s.W", shape_name);
	ch_array_file_copy(file, name, CH_DTYPE_U8, 3,
			   (const int64_t[]){product->rows, blocks, ch_format_get(product->format)->block_bytes},
			   product->w);
	(void)snprintf(name, sizeof(name), "%s.x", shape_name);
	ch_array_file_copy(file, name, CH_DTYPE_F32, 2, (const int64_t[]){product->ncols, product->k}, product->x);
	(void)snprintf(name, sizeof(name), "%s.x_q8_1", shape_name);
	ch_array_file_copy(file, name, CH_DTYPE_U8, 3, (const int64_t[]){product->ncols, blocks, CH_Q8_1_BYTES},
			   product->x_q8_1);
}

static bool make_mulmat(const ch_emit_choice *choice, ch_format format, ch_folder *folder)
{
	/* k, rows, ncols: a model's, a batch, few rows of a long k, the smallest; a k that no wave divides */
	static const int64_t full[][3] = {{256, 16, 1}, {4096, 64, 1}, {2048, 128, 4},
					  {7168, 8, 1}, {288, 5, 8},   {32, 1, 1}};
	static const int64_t few[][3] = {{96, 3, 2}, {32, 1, 1}};
	size_t count = choice->small ? 2 : sizeof(full) / sizeof(*full);
	bool good = true;
	ch_array_file file;
	char stem[32], shape_name[40];

	name_file(stem, "mulmat", format);
	ch_array_file_begin(&file, stem, ch_format_get(format));
	for (size_t i = 0; i < count && good; i++) {
		const int64_t *shape = choice->small ? few[i] : full[i];
		struct product product;

		(void)snprintf(shape_name, sizeof(shape_name), "k%d_r%d_c%d", (int)shape[0], (int)shape[1],
			       (int)shape[2]);
		good = make_product(&product, format, shape, PRODUCT_SEED + 16u * (unsigned)format + i + choice->seed);
		if (good)
			add_inputs(&file, &product, shape_name);
		if (good && !choice->inputs_only)
			add_answers(&file, &product, shape_name);
		free_product(&product);
	}
	return ch_array_file_end(&file, folder) && good;
}

static bool make_scale_tables(ch_folder *folder)
{
	static const char *const names[2] = {"fpx_cpu", "fp4_cpu"};
	ch_array_file file;

	ch_array_file_begin(&file, "scale_tables", NULL);
	for (int i = 0; i < 2; i++) {
		float values[256];

		for (int e = 0; e < 256; e++)
			values[e] = ch_scale_value((uint8_t)e);
		ch_array_file_copy(&file, names[i], CH_DTYPE_F32, 1, (const int64_t[]){256}, values);
	}
	return ch_array_file_end(&file, folder);
}

static const char readme[] =
	"Known answers of checkhip's reference. Each .bin has a .json that names its arrays: type, shape, byte offset "
	"(not\n"
	"aligned: copy out). All numbers are little-endian. `sha256sum -c SHA256SUMS` checks the files.\n"
	"\n"
	"decode_FMT   blocks_valid -> y_valid, blocks_allscale (every scale byte, invalid ones decode as 0) -> "
	"y_allscale\n"
	"quant_input  x [rows][k], and two importance vectors of k, for all quant_FMT\n"
	"quant_FMT    x without importance -> q_plain, with it -> q_imatrix_clean, q_imatrix_dirty\n"
	"mulmat_FMT   kK_rR_cC.W [rows][k/32] blocks times x [ncols][k], or times x_q8_1, the same in 36-byte blocks.\n"
	"             Answers are [ncols][rows]: y_q8_64 (double, from x_q8_1), y_mmvq_rdna, _nv, _wave64 (binary32, "
	"in the\n"
	"             order of 1 wave of 32, 4 of 32, 2 of 64), y_dot64, y_f32 (from x; double and binary32).\n"
	"\n"
	"To test code in any language: read the inputs, write the answers into another directory in the same form (a "
	"file may\n"
	"hold answers alone; a product in an order of its own is called kK_rR_cC.y), then run\n"
	"  checkhip vectors verify THIS_DIRECTORY --answers THE_OTHER\n";

static bool add_sums(ch_folder *folder)
{
	size_t room = folder->count * 200 + 1, used = 0;
	char *text = malloc(room), hex[CH_SHA256_HEX];
	bool good = text != NULL;

	for (size_t i = 0; i < folder->count && good; i++) {
		good = ch_sha256_hex(folder->files[i].data, folder->files[i].size, hex);
		used += (size_t)snprintf(text + used, room - used, "%s  %s\n", hex, folder->files[i].name);
	}
	good = good && ch_folder_add(folder, CH_SUMS_NAME, text, used);
	free(text);
	return good;
}

bool ch_emit_make(const ch_emit_choice *choice, ch_folder *folder, char *error, size_t error_size)
{
	bool good;

	*folder = (ch_folder){0};
	good = make_quant(choice, folder) && ch_folder_add(folder, "README.txt", readme, sizeof(readme) - 1);
	for (int f = 0; f < CH_FORMAT_COUNT && good; f++)
		good = make_decode(choice, (ch_format)f, folder) && make_mulmat(choice, (ch_format)f, folder);
	if (good && !choice->inputs_only)
		good = make_scale_tables(folder);
	if (good && add_sums(folder))
		return true;
	ch_folder_free(folder);
	return ch_complain(error, error_size, "out of memory, or libcrypto gives no SHA-256");
}
