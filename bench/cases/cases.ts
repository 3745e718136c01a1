import { contactsCase, historyCase, pageCase } from './answer.ts';
import { archiveCase } from './archive.ts';
import type { Case } from './case.ts';
import { growthCases } from './growth.ts';
import { mixedCase } from './mixed.ts';
import { partsCase } from './parts.ts';
import { rangeCase } from './range.ts';
import { sendCase } from './send.ts';
import { smallFilesCase } from './small-files.ts';
import { startCase } from './start.ts';
import { transferCase } from './transfer.ts';
import { tusCase } from './tus.ts';

/** Every case, in the order in which they run and are reported. */
export const cases: readonly Case[] = [
  partsCase,
  transferCase({ direction: 'upload', streams: 1 }),
  transferCase({ direction: 'upload', streams: 4 }),
  transferCase({ direction: 'upload', streams: 16 }),
  transferCase({ direction: 'upload', streams: 1, https: true }),
  tusCase,
  transferCase({ direction: 'download', streams: 1 }),
  transferCase({ direction: 'download', streams: 4 }),
  transferCase({ direction: 'download', streams: 16 }),
  transferCase({ direction: 'download', streams: 1, https: true }),
  rangeCase,
  archiveCase,
  smallFilesCase,
  contactsCase,
  historyCase(10),
  historyCase(1000),
  historyCase(100_000),
  sendCase(1),
  sendCase(100),
  sendCase(1000),
  pageCase,
  mixedCase,
  startCase,
  ...growthCases,
];
