import type { Case } from './case.ts';
import { downloadCase } from './download.ts';
import { jsonCase } from './json.ts';
import { uploadCase } from './upload.ts';

/** Every case, in the order in which they run and are reported. */
export const cases: readonly Case[] = [uploadCase, downloadCase, jsonCase];
