import { dispatchEnded } from '../dispatches/change-dispatch.ts';
import { noDraft } from '../dispatches/refusals.ts';
import type { Account } from '../model/account.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import type { Draft, DraftContents, DraftOverview, SeenDraft } from '../model/draft.ts';
import type { EventRows } from '../model/event.ts';
import type { DraftId, FileId } from '../model/ids.ts';
import { idPattern, newId } from '../model/ids.ts';
import type { IncomingUpload } from '../model/incoming-upload.ts';
import { startDays } from '../model/lifetimes.ts';
import type { Actor } from '../model/principal.ts';
import { findByAny } from '../ports/hashers.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import type { Vault } from '../ports/vault.ts';
import type { UploadLimits } from '../uploads/allowance.ts';
import { findAllowance, refuseOverAllowance } from '../uploads/allowance.ts';
import type { DraftOwner } from '../uploads/owners.ts';
import { draftOwner } from '../uploads/owners.ts';
import type { ResumableUploads } from '../uploads/resumable-uploads.ts';
import { keyIn } from './chosen-files.ts';
import type { DraftEdit } from './draft-edit.ts';
import { editedDraft, usableNames } from './draft-edit.ts';
import type { SendingDependencies } from './draft-sending.ts';
import { createDraftSending } from './draft-sending.ts';
import { createSendingOn } from './send-on.ts';
import { choicesOf, getLiveDrop, keepShared, keepSources, shareFiles } from './drop-again.ts';
import {
  findRoomForDraft,
  getOwnDraft,
  getUnsentDraft,
  isUntouched,
  maxDrafts,
} from './own-drafts.ts';

export interface DraftDependencies
  extends SendingDependencies, Pick<ServiceParts, 'events' | 'hasher' | 'keyRing' | 'randomness'> {
  database: DatabaseOf<
    | 'accounts'
    | 'contactGroups'
    | 'contacts'
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
    | EventRows
  >;
  resumableUploads: ResumableUploads;
  vault: Pick<Vault, 'listParts'>;
  /** The secret of the ticket of a draft: the same each time for the same draft. */
  ticketSecret: (draftId: DraftId) => string;
  /** How long a draft is kept after its last change. */
  lifetimeMs: number;
  limits: UploadLimits;
}

/** The draft that a ticket is for, and the account that prepares it. */
export interface DraftOfTicket {
  draft: Draft;
  account: Account;
}

export type Drafts = ReturnType<typeof createDrafts>;

/** Drops that people prepare. Each has files of its own, so that two pages never mix theirs. */
export function createDrafts(dependencies: DraftDependencies) {
  const { database, resumableUploads, events, ticketSecret } = dependencies;
  const { hasher, randomness, clock, lifetimeMs, terms, limits } = dependencies;

  async function ownerOf(account: Account, id: string): Promise<DraftOwner> {
    return draftOwner(await getUnsentDraft(database, account, id, clock.now()));
  }

  function isTicketOf(id: DraftId, secret: string): boolean {
    return hasher.equal(Buffer.from(ticketSecret(id)), Buffer.from(secret));
  }

  function newDraft(
    account: Account,
    contents: DraftContents,
    id = newId<DraftId>(randomness),
  ): Draft {
    const now = clock.now();
    return {
      ...contents,
      id,
      accountId: account.id,
      ticketHash: hasher.hash('draft ticket', ticketSecret(id)),
      dispatchId: undefined,
      version: 0,
      changedBy: undefined,
      discardedAt: undefined,
      createdAt: now,
      changedAt: now,
      expiresAt: now + lifetimeMs,
    };
  }

  /** Throws `too_large` when the account has too many unsent drafts. It must be locked. */
  async function addDraft(
    { drafts }: Pick<typeof database, 'drafts'>,
    draft: Draft,
  ): Promise<void> {
    const { replaced } = await findRoomForDraft({ drafts }, draft.accountId, draft.createdAt);
    if (replaced !== undefined) await drafts.remove(replaced);
    await drafts.add(draft);
  }

  function emptyDraft(account: Account, id?: DraftId): Draft {
    const contents = {
      receivers: [],
      title: '',
      message: '',
      lifetime: { days: startDays(account, terms) },
      secondFactor: undefined,
      wantsPassword: false,
      anyone: false,
      downloadLimit: undefined,
      receipts: undefined,
      mailLanguage: undefined,
    };
    return newDraft(account, contents, id);
  }

  return {
    /**
     * A draft for a page that nothing was entered on: `begin` stores it with its id. Throws `too_large` when the
     * account has too many unsent drafts.
     */
    async propose(account: Account): Promise<Draft> {
      const draft = emptyDraft(account);
      await findRoomForDraft(database, account.id, draft.createdAt);
      return draft;
    },

    /**
     * Stores a draft that was proposed, once: the ticket shows that its id is one of ours. Throws `not_found` for
     * another ticket and for a draft that was discarded, and `too_large` when the account has too many unsent drafts.
     */
    async begin(account: Account, id: string, ticket: string): Promise<Draft> {
      if (!idPattern.test(id) || !isTicketOf(id as DraftId, ticket)) throw noDraft();
      const draft = emptyDraft(account, id as DraftId);
      if (!(await isStored(database, draft))) {
        await database.transact(async (repositories) => {
          await repositories.accounts.lock(account.id);
          if (!(await isStored(repositories, draft))) await addDraft(repositories, draft);
        });
      }
      return await getOwnDraft(database, account, id, clock.now());
    },

    /** Begins a draft with these choices. Throws `too_large` when the account has too many unsent drafts. */
    async beginWith(account: Account, chosen: Partial<DraftContents>): Promise<Draft> {
      const draft = { ...emptyDraft(account), ...chosen };
      await database.transact(async (repositories) => {
        await repositories.accounts.lock(account.id);
        await addDraft(repositories, draft);
      });
      return draft;
    },

    /**
     * Begins a draft with the files and the choices of a live drop, and without receivers. Nothing is uploaded or
     * copied: both share the contents, and each ends by itself. The files count as those of any draft. Throws
     * `not_found` unless it is a drop of the account, `dispatch_ended` for one that has ended, and `too_large` when
     * they are more than drafts may have.
     */
    async beginAgain(actor: Actor, account: Account, dispatchId: string): Promise<Draft> {
      const drop = await getLiveDrop(database, account, dispatchId, dependencies);
      const draft = newDraft(account, choicesOf(drop, terms));
      const files = await database.files.listInDispatch(drop.id);
      const shared = await shareFiles(dependencies, draft, files);
      const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
      await database.transact(async (repositories) => {
        await repositories.accounts.lock(account.id);
        // It may have been revoked since its files were read.
        await getLiveDrop(repositories, account, dispatchId, dependencies);
        const allowance = await findAllowance(repositories, draftOwner(draft), limits);
        refuseOverAllowance(allowance, files.length, bytes);
        if (!(await keepShared(repositories, shared))) throw dispatchEnded();
        await keepSources(repositories, shared);
        await addDraft(repositories, draft);
        const details = { draftId: draft.id, files: files.length };
        const ids = { dispatch: drop.id, draft: draft.id };
        await events.tell(repositories, actor, { action: 'drop.reused', account, ids, details });
      });
      return draft;
    },

    /** Throws `not_found` unless it is a draft of the account, sent or not. */
    async get(account: Account, id: string): Promise<Draft> {
      return await getOwnDraft(database, account, id, clock.now());
    },

    /** The unsent drafts with a file, a receiver, a title or a message, the last changed first. */
    async list(account: Account): Promise<DraftOverview[]> {
      const drafts = await database.drafts.listUnsent(account.id, clock.now(), maxDrafts);
      return drafts.filter((draft) => !isUntouched(draft));
    },

    /**
     * Saves what was chosen, and the names of files, without asking whether it could be sent. Throws `invalid` for what
     * cannot be saved, and `state_conflict` when another page has changed the draft since.
     */
    async change(
      account: Account,
      id: string,
      contents: DraftContents | undefined,
      { names, seen }: Omit<DraftEdit, 'contents'> = {},
    ): Promise<Draft> {
      const usable = usableNames({ names });
      return await database.transact(async (repositories) => {
        const { accounts, drafts, uploads } = repositories;
        await accounts.lock(account.id);
        const changedAt = clock.now();
        const draft = await getUnsentDraft(repositories, account, id, changedAt);
        const edited = editedDraft(draft, { contents, seen });
        const changed = { ...edited, changedAt, expiresAt: changedAt + lifetimeMs };
        await drafts.change(draft.id, changed, changed);
        for (const upload of usable.size === 0 ? [] : await uploads.listFor(draft.id)) {
          const name = usable.get(upload.id) ?? upload.name;
          if (name !== upload.name) await uploads.rename(upload.id, name);
        }
        return changed;
      });
    },

    /** In the order in which they were added. */
    async listFiles(account: Account, id: string): Promise<IncomingUpload[]> {
      return await resumableUploads.list(await ownerOf(account, id));
    },

    async removeFile(actor: Actor, account: Account, id: string, fileId: string): Promise<void> {
      const owner = await ownerOf(account, id);
      const upload = idPattern.test(fileId)
        ? await database.uploads.find(fileId as FileId)
        : undefined;
      await resumableUploads.cancel(actor, owner, fileId);
      const key = keyIn(upload?.metadata ?? '');
      // It was chosen, and is not wanted any more.
      if (key !== undefined) await database.drafts.forgetChosen(owner.id, [key]);
    },

    /** What a new page with this draft shows. */
    pageOf: ({ version }: Draft): SeenDraft => ({ version, page: newId(randomness) }),

    /** The secret that uploads to the draft show: with it, files can be added and nothing else. */
    ticketOf: ({ id }: Draft): string => ticketSecret(id),

    /** Undefined for a ticket that is unknown, or whose draft was sent or removed, or whose account was disabled. */
    async findByTicket(secret: string): Promise<DraftOfTicket | undefined> {
      const draft = await findByAny(hasher.hashes('draft ticket', secret), (hash) =>
        database.drafts.findByTicket(hash, clock.now()),
      );
      if (draft === undefined) return undefined;
      // The secret names the draft: a row that was given another one's hash is refused.
      if (!isTicketOf(draft.id, secret)) return undefined;
      const account = await database.accounts.find(draft.accountId);
      if (account === undefined || account.disabledAt !== undefined) return undefined;
      return { draft, account };
    },

    ...createSendingOn(dependencies, { newDraft, addDraft }),

    ...createDraftSending(dependencies),
  };
}

/** Whether there is a row with its id, whenever it ended. */
async function isStored(
  { drafts }: Pick<Repositories, 'drafts'>,
  { id }: Pick<Draft, 'id'>,
): Promise<boolean> {
  return ((await drafts.find(id, 0)) ?? (await drafts.findDiscarded(id, 0))) !== undefined;
}
