import type { Repositories } from '../model/database.ts';
import type { Dispatch } from '../model/dispatch.ts';
import { coversAll } from '../model/download.ts';
import type { StoredFile } from '../model/file.ts';
import type { Visitor } from '../model/visit.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import type { Transfer } from './count-transfer.ts';
import { addSpanTo } from './count-transfer.ts';

/** A browser with a link for anyone, and how often each file may be downloaded through the link. */
export type LimitedVisitor = Visitor & Pick<Dispatch, 'downloadLimit'>;

/**
 * Counts what was sent to a browser through a link for anyone. Who has it is not known, so that nothing is completed
 * and nobody is mailed: the browser is counted once it has one whole file. A limit of downloads is that of the link.
 * What is recorded after the link has ended counts nothing: what browsers have of it is forgotten already.
 */
export async function countVisit(
  { clock }: Pick<ServiceParts, 'clock'>,
  { dispatches, downloads, visits }: Pick<Repositories, 'dispatches' | 'downloads' | 'visits'>,
  { receiverId, visitorHash, downloadLimit }: LimitedVisitor,
  { id: fileId, sizeBytes }: Pick<StoredFile, 'id' | 'sizeBytes'>,
  { span, outcome, isInArchive = false }: Transfer,
): Promise<void> {
  const delivery = await dispatches.findByReceiver(receiverId);
  if (delivery?.endedAt !== undefined || delivery?.receiver.linkHash === undefined) return;
  const now = clock.now();
  const visitor = { receiverId, visitorHash };
  const isLimited = downloadLimit !== undefined;
  const before = await visits.find(visitor, fileId);
  const spans = addSpanTo(before?.spans, span);
  const waitsForOthers = isLimited && isInArchive;
  const isWhole = outcome === 'complete' && coversAll(spans, sizeBytes) && !waitsForOthers;
  await visits.countOpened(visitor, now);
  if (isWhole && !(await hasAnyFile({ visits }, visitor))) await visits.countDownload(receiverId);
  await visits.save({
    ...visitor,
    fileId,
    // Where whole downloads are counted, the next one begins from nothing.
    spans: isLimited && isWhole ? [] : spans,
    completedAt: before?.completedAt ?? (isWhole ? now : undefined),
  });
  if (!isLimited) return;
  const { times = 0, bytes = 0 } = (await downloads.find(receiverId, fileId))?.sent ?? {};
  await downloads.save({
    ...{ receiverId, fileId, spans: [], completedAt: undefined },
    sent: { times: times + (isWhole ? 1 : 0), bytes: bytes + span.end - span.start },
  });
}

async function hasAnyFile(
  { visits }: Pick<Repositories, 'visits'>,
  visitor: Visitor,
): Promise<boolean> {
  return (await visits.listFor(visitor)).some(({ completedAt }) => completedAt !== undefined);
}
