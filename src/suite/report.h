/* SPDX-License-Identifier: Apache-2.0
 *
 * Verdicts as text for a person, one JSON object a line for a machine, or a Markdown table for a CI summary. */
#ifndef CHECKHIP_SUITE_REPORT_H
#define CHECKHIP_SUITE_REPORT_H

#include <stdio.h>

#include "suite/case.h"

typedef enum ch_report_style { CH_REPORT_TEXT, CH_REPORT_JSON, CH_REPORT_MARKDOWN } ch_report_style;

typedef struct ch_report ch_report;

typedef struct ch_report_options {
	ch_report_style style;
	bool verbose;	      /* text: a line for each case, passed ones too */
	const char *provider; /* as the user named it */
	const char *description;
	const char *repeat; /* the command without its filter: "checkhip run --provider gpu --seed 0x1" */
	const char *cover;  /* what this run's evidence is, a sentence */
} ch_report_options;

/* `out` stays the caller's. The options' strings must outlive the report. NULL when memory is out. */
ch_report *ch_report_begin(FILE *out, const ch_report_options *options);
void ch_report_verdict(ch_report *report, const char *name, const ch_verdict *verdict);

/* Writes the summary and gives what the run amounts to: CH_PASS if something passed and nothing failed, CH_FAIL if anything
 * failed, was in error, or nothing was checked at all. */
ch_result ch_report_end(ch_report *report, bool interrupted);
void ch_report_free(ch_report *report);

/* "text" with what JSON wants escaped; invalid UTF-8 becomes U+FFFD. */
void ch_json_string(FILE *out, const char *text);

const char *ch_result_word(ch_result result);
const char *ch_result_json_word(ch_result result); /* as the JSON has it: "pass", "fail", "skip", "error" */

#endif
