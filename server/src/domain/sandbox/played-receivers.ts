import type { LinkDownloads } from '../downloads/link-downloads.ts';
import type { Account } from '../model/account.ts';
import type { Clock } from '../model/clock.ts';
import type { DatabaseOf } from '../model/database.ts';
import type { ReceiverId } from '../model/ids.ts';
import { idPattern } from '../model/ids.ts';
import type { Actor } from '../model/principal.ts';
import type { StoredFile } from '../model/file.ts';
import type { RepeatClaim } from '../model/repeat.ts';
import { settle } from '../model/repeat.ts';
import { nothingHere, ValiseError } from '../model/valise-error.ts';

interface Dependencies {
  database: DatabaseOf<'dispatches' | 'idempotency'>;
  linkDownloads: Pick<
    LinkDownloads,
    'listFiles' | 'markOpened' | 'open' | 'admit' | 'recordTransfer'
  >;
  clock: Pick<Clock, 'now'>;
}

export type PlayedReceivers = ReturnType<typeof createPlayedReceivers>;

/** Plays the receivers of an account's drops: people whom a test of a program has not. */
export function createPlayedReceivers({ database, linkDownloads, clock }: Dependencies) {
  return {
    /**
     * Opens the page of a receiver and downloads every file, as a browser does that has entered the code, where one is
     * demanded. Throws `not_found` for a receiver of another account, and for what is no receiver of a drop; throws
     * `dispatch_ended` where the drop or the link of the receiver has ended.
     */
    async fetch(account: Pick<Account, 'id'>, actor: Actor, id: string, claim?: RepeatClaim) {
      const found = idPattern.test(id)
        ? await database.dispatches.findByReceiver(id as ReceiverId)
        : undefined;
      if (found?.dispatch.accountId !== account.id || found.dispatch.kind !== 'drop') {
        throw nothingHere();
      }
      const { dispatch, receiver, endedAt } = found;
      const isOver = endedAt !== undefined || dispatch.expiresAt <= clock.now();
      if (isOver || receiver.linkHash === undefined) {
        throw new ValiseError('dispatch_ended', 'The link of this receiver has ended.');
      }
      const delivery = { ...found, isLocked: false } as const;
      const player = { ...actor, name: receiver.email };
      await linkDownloads.markOpened(player, delivery);
      const files = await linkDownloads.listFiles(delivery);
      for (const file of files) await fetchOne(player, delivery, file);
      const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
      const outcome = { files: String(files.length), bytes: String(bytes) };
      await database.transact((repositories) => settle(repositories, claim, outcome, clock.now()));
      return outcome;
    },
  };

  async function fetchOne(
    actor: Actor,
    delivery: Parameters<LinkDownloads['markOpened']>[1],
    file: StoredFile,
  ): Promise<void> {
    const opened = await linkDownloads.open(file, delivery);
    const release = await opened.admit?.({ start: 0, end: file.sizeBytes });
    try {
      // Each byte is decrypted and verified, and then forgotten.
      let end = 0;
      for await (const chunk of opened.read(0, file.sizeBytes)) end += chunk.length;
      const transfer = { outcome: 'complete', span: { start: 0, end }, wasAskedFor: true } as const;
      await linkDownloads.recordTransfer(actor, delivery, file, transfer);
    } finally {
      release?.();
    }
  }
}
