/* SPDX-License-Identifier: Apache-2.0
 *
 * Sets of known answers that are on record here. A SHA256SUMS may list the .bin files alone; for a set on record the .json
 * files are held too, so that no bit of it can change unseen. */
#include <string.h>

#include "vectors/complain.h"
#include "vectors/known_set.h"

/* The set made with Luce-Org/lucebox at 62880e20: first its SHA256SUMS, then its manifests. */
static const ch_sum lucebox_62880e20[] = {
	{"ec29b212e584f8ecbd54afb750ca7d85591e79973121cc0ed603d2e1e0eea785", "SHA256SUMS"},
	{"f0aec7f14ec32a175e57ac1566a4cd9ab9f9ca58aa218403ebf52a1c9c465799", "decode_fp2.json"},
	{"28e1f69d83c0a8414f6c8fe116715d8e1e043ff7ee0d29e514673bb56d56e669", "decode_fp3.json"},
	{"145d8bce152e69a7633f2db18276f46d01225c23de3d334b645a2db0cf3da896", "decode_fp4.json"},
	{"8abc360c4bbd4d23558bc2573e1724b55160f6de66eb6d46cfadb9f2d2e9cf14", "decode_fp4fast.json"},
	{"c75795a681e491915d0228d2c57afc190ea3d822040dc44a0bbe0e98dee39dd4", "decode_fp6.json"},
	{"372ef28f8f4cde489fe2851c810a327a44107e4de2b027ea116b6337021c497b", "decode_fp8.json"},
	{"197d32dac202ceef3566efe87ae488a0bcf92254a4a8cdc87dcf4fe4c47f8e6e", "mulmat_fp2.json"},
	{"bf3a7e5b3aeb0c995bf29ab6d0f3df761297a58baacb037873e150df4e0ce0a8", "mulmat_fp3.json"},
	{"88edda58923b6dc7415eeddbbde8bc03c505bf59cb724e1c0c8bae50c9645135", "mulmat_fp4.json"},
	{"59831945d25318ee9173c8f1247b38e5728241656d40de28ed0ff9639462fd7a", "mulmat_fp4fast.json"},
	{"1195b0517ca5acd463f6bb649a22e7ec74f11f647d9501457094e1a7ceb41646", "mulmat_fp6.json"},
	{"601f1ee6a8c27cb0670396847e76637cc7f28c81a1f2ccbb2dd31cea7f51343a", "mulmat_fp8.json"},
	{"e50b2e95a8e569be655966778523ab89eef3cd838ceb51813f3db0e7aa9d372d", "quant_fp2.json"},
	{"75dccfd255c7001d339c0e7d9804667dbe23475c3db465664d92732f0da26ff3", "quant_fp3.json"},
	{"ad4bbf06fb5d202f81a6b4b8dc2703b33b3e2e21b669655fe629099310c19d96", "quant_fp4.json"},
	{"4fc0c22d50dc8989caf26956a7a5e473ad1362f2e572d22736d1fa10681b5e56", "quant_fp4fast.json"},
	{"60dcb63ae3c0c272e59b638ec4056b5eccc07189bf6616076746858fafd84df9", "quant_fp6.json"},
	{"5f03e299a2ba87aeabbe1623ac51533abde453fce3440a6f877e1fd0c575ff0c", "quant_fp8.json"},
	{"9016910b48c67d5885f80b8994b985497d68dedd91ed3871d4537a35b28688b0", "quant_input.json"},
	{"eaf9a2a1ff0103c8a33bbe3b97e5e019b21eea54146b0f0fd97cb94402bc18e6", "scale_tables.json"},
};

enum { FILES = sizeof(lucebox_62880e20) / sizeof(lucebox_62880e20[0]) };

static bool same_digest(const ch_file *file, const char *expected, char got[CH_SHA256_HEX])
{
	return ch_sha256_hex(file->data, file->size, got) && strcmp(got, expected) == 0;
}

size_t ch_known_check_record(const ch_folder *folder, ch_sums_report report, void *context)
{
	const ch_sum *record = lucebox_62880e20;
	const ch_file *sums = ch_folder_find(folder, record[0].name);
	char got[CH_SHA256_HEX], line[CH_COMPLAINT];
	size_t reported = 0;

	if (!sums || !same_digest(sums, record[0].hex, got))
		return 0; /* another set: its own sums are all there is */
	for (size_t i = 1; i < FILES; i++) {
		const ch_file *file = ch_folder_find(folder, record[i].name);

		if (file && same_digest(file, record[i].hex, got))
			continue;
		if (file)
			(void)ch_complain(line, sizeof(line), "%s: SHA-256 is %s, on record for this set is %s",
					  record[i].name, got, record[i].hex);
		else
			(void)ch_complain(line, sizeof(line), "%s: missing from this set", record[i].name);
		report(context, line);
		reported++;
	}
	return reported;
}
