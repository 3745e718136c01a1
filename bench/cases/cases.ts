import { hasPostgres, hasS3 } from '../engines.ts';
import { contactsCase, historyCase, pageCase } from './answer.ts';
import { apiStreamsCase, apiWaitingCase, apiWebhooksCase } from './api-events.ts';
import { apiCsvCase, apiLettersCase } from './api-many.ts';
import { apiDownloadCase, apiListsCase, apiReadsCase, apiSendCase, apiUploadCase } from './api.ts';
import { archiveCase } from './archive.ts';
import type { Case } from './case.ts';
import { sendPaintCase, sentPaintCase } from './first-paint.ts';
import { folderCase, folderTasksCase } from './folder.ts';
import { growthCases } from './growth.ts';
import { listsCase } from './lists.ts';
import { mixedCase } from './mixed.ts';
import { nodesCases } from './nodes.ts';
import { partsCase } from './parts.ts';
import { postgresCallCases } from './postgres-call.ts';
import { postgresHistoryCase } from './postgres-history.ts';
import { rangeCase } from './range.ts';
import { s3BothWaysCase } from './s3-both-ways.ts';
import { s3FirstByteCase } from './s3-first-byte.ts';
import { s3TransferCase } from './s3-transfer.ts';
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
  folderCase,
  folderTasksCase,
  sentPaintCase,
  sendPaintCase,
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
  apiSendCase,
  apiLettersCase,
  apiReadsCase,
  apiListsCase,
  apiCsvCase,
  apiUploadCase,
  apiDownloadCase,
  apiStreamsCase,
  apiWebhooksCase,
  apiWaitingCase,
  listsCase({ hasPostgres: false }),
  ...(hasS3 ? [s3TransferCase('upload'), s3TransferCase('download'), s3FirstByteCase] : []),
  ...(hasPostgres
    ? [...postgresCallCases, postgresHistoryCase, listsCase({ hasPostgres: true })]
    : []),
  ...(hasPostgres && hasS3 ? [s3BothWaysCase, ...nodesCases] : []),
];
