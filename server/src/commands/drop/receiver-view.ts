import type { Instant } from '../../domain/model/clock.ts';
import type { DispatchOverview, DispatchReceiver } from '../../domain/model/dispatch.ts';
import type { Download } from '../../domain/model/download.ts';
import type { OutboxEntry } from '../../domain/model/outbox.ts';
import type { Repositories } from '../../domain/model/database.ts';
import { asIso, stateOf } from './dispatch-view.ts';

export interface ReceiverStatus {
  receiver: DispatchReceiver;
  hasLink: boolean;
  downloads: Download[];
  /** Newest first. */
  mails: OutboxEntry[];
}

/** How far a dispatch got with each of its receivers. */
export async function listReceiverStatus(
  { outbox, downloads }: Pick<Repositories, 'outbox' | 'downloads'>,
  overview: DispatchOverview,
  now: Instant,
): Promise<ReceiverStatus[]> {
  return await Promise.all(
    overview.receivers.map(async (receiver) => ({
      receiver,
      hasLink: stateOf(overview, now) === 'live' && receiver.linkHash !== undefined,
      downloads: await downloads.listFor(receiver.id),
      mails: await outbox.listFor(receiver.id),
    })),
  );
}

/** When the receiver completed each file of the dispatch. */
export function completionsOf({ files }: DispatchOverview, { downloads }: ReceiverStatus) {
  const completed = new Map(downloads.map(({ fileId, completedAt }) => [fileId, completedAt]));
  return files.map(({ id, name }) => ({ name, completedAt: completed.get(id) }));
}

/** A receiver as scripts see it. */
export function receiverView(overview: DispatchOverview, status: ReceiverStatus) {
  return {
    email: status.receiver.email,
    link: status.hasLink ? 'alive' : 'dead',
    downloads: completionsOf(overview, status).map(({ name, completedAt }) => ({
      name,
      completedAt: asIso(completedAt),
    })),
    mails: status.mails.map(({ id, kind, to, state, attempts, createdAt, lastError }) => ({
      id,
      kind,
      to,
      state,
      attempts,
      createdAt: asIso(createdAt),
      lastError: lastError ?? null,
    })),
  };
}
