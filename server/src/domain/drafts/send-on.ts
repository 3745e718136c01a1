import { dispatchEnded } from '../dispatches/change-dispatch.ts';
import { endOf } from '../dispatches/sent-on.ts';
import { recordOneDownload } from '../downloads/commands.ts';
import type { Account } from '../model/account.ts';
import type { Instant } from '../model/clock.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import type { Draft, DraftContents } from '../model/draft.ts';
import type { EventRows } from '../model/event.ts';
import type { InboxItem } from '../model/inbox-item.ts';
import type { LifetimeLimits } from '../model/lifetimes.ts';
import { startDays } from '../model/lifetimes.ts';
import type { Actor } from '../model/principal.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import type { Vault } from '../ports/vault.ts';
import type { UploadLimits } from '../uploads/allowance.ts';
import { findAllowance, refuseOverAllowance } from '../uploads/allowance.ts';
import { draftOwner } from '../uploads/owners.ts';
import { keepShared, shareFiles } from './drop-again.ts';

type RepositoryName =
  | 'accounts'
  | 'dispatches'
  | 'downloads'
  | 'drafts'
  | 'fileRequests'
  | 'files'
  | 'inboxItems'
  | 'segments'
  | 'sentOn'
  | 'transferSums'
  | 'uploads'
  | 'visits'
  | EventRows;

export interface SendingOnDependencies extends Pick<
  ServiceParts,
  'clock' | 'events' | 'keyRing' | 'randomness'
> {
  database: DatabaseOf<RepositoryName>;
  vault: Pick<Vault, 'listParts'>;
  limits: UploadLimits;
  terms: LifetimeLimits;
}

/** How drafts are made and stored. */
interface DraftKeeping {
  newDraft: (account: Account, contents: DraftContents) => Draft;
  addDraft: (repositories: Pick<Repositories, 'drafts'>, draft: Draft) => Promise<void>;
}

/** Begins drafts with files that came to an inbox. Nothing is downloaded or uploaded: both share the contents. */
export function createSendingOn(
  dependencies: SendingOnDependencies,
  { newDraft, addDraft }: DraftKeeping,
) {
  const { database, clock, events, terms, limits } = dependencies;

  return {
    /**
     * Begins a draft with the files of an item, or with one of them. It counts as this receiver's download of each, and
     * what the item demands, a code or a password, must have been entered before. What becomes of the draft ends no
     * later than the item, and with it. Throws `download_limit` where the sender limits downloads, `not_found` for what
     * is not in the inbox any more, and `too_large` when the files are more than drafts may have.
     */
    async sendOn(actor: Actor, account: Account, item: InboxItem, fileId?: string): Promise<Draft> {
      if (item.downloadLimit !== undefined) throw isLimited();
      const files = (await database.files.listInDispatch(item.dispatchId)).filter(
        ({ id }) => fileId === undefined || id === fileId,
      );
      if (files.length === 0) throw new ValiseError('not_found', 'There is no such file.');
      const draft = newDraft(account, {
        receivers: [],
        title: '',
        message: '',
        lifetime: { days: startDays(account, terms) },
        // What its sender demanded of us, others must show, too, unless the person says otherwise.
        secondFactor: item.secondFactor === 'off' ? undefined : item.secondFactor,
        wantsPassword: item.hasPassword === true,
        anyone: false,
        downloadLimit: undefined,
        receipts: undefined,
        mailLanguage: undefined,
      });
      const shared = await shareFiles(dependencies, draft, files);
      const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
      await database.transact(async (repositories) => {
        await repositories.accounts.lock(account.id);
        const { inboxItems, sentOn } = repositories;
        const now = clock.now();
        const current = await inboxItems.find(account.email, item.token, now);
        if (current === undefined) throw new ValiseError('not_found', 'There is no such item.');
        if (current.downloadLimit !== undefined) throw isLimited();
        const allowance = await findAllowance(repositories, draftOwner(draft), limits);
        refuseOverAllowance(allowance, files.length, bytes);
        if (!(await keepShared(repositories, shared))) throw dispatchEnded();
        const ids = shared.map(({ upload: { id } }) => id);
        await sentOn.add(account.id, item.receiverId, ids);
        await addDraft(repositories, draft);
        if (current.seenAt === undefined) await inboxItems.markSeen(item.receiverId, now);
        const { dispatchId, accountId, receiverId } = item;
        const to = { receiverId, dispatchId, accountId, email: account.email };
        for (const file of files) {
          const transfer = {
            outcome: 'complete',
            span: { start: 0, end: file.sizeBytes },
          } as const;
          const way = { by: 'inbox' } as const;
          const event = { actor, to, file, transfer, way };
          await recordOneDownload({ events, clock }, repositories, event);
        }
        await events.tell(repositories, actor, {
          action: 'inbox.sent_on',
          account,
          ids: { dispatch: dispatchId, receiver: receiverId, draft: draft.id },
          details: { draftId: draft.id, files: files.length },
        });
      });
      return draft;
    },

    /** When a drop of this draft must have ended, because files in it came to an inbox; undefined where none did. */
    async endOfSources({ id }: Pick<Draft, 'id'>): Promise<Instant | undefined> {
      return endOf(await database.sentOn.listSourcesIn(id));
    },
  };
}

function isLimited(): ValiseError {
  return new ValiseError(
    'download_limit',
    'Its sender limits how often it may be downloaded: it cannot be sent on.',
  );
}
