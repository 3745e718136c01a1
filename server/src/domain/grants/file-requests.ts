import type { Change } from '../dispatches/change-dispatch.ts';
import {
  createChange,
  extendDispatch,
  getDispatch,
  getReceiver,
  linkMailsTo,
  notFound,
} from '../dispatches/change-dispatch.ts';
import type { Account } from '../model/account.ts';
import type { Clock, Instant, TtlUnit } from '../model/clock.ts';
import { ttlIn } from '../model/clock.ts';
import type { Contact } from '../model/contact.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import type { Dispatch, DispatchReceiver } from '../model/dispatch.ts';
import { isBareLink } from '../model/dispatch.ts';
import type { EventRows, Events } from '../model/event.ts';
import type {
  CameBack,
  RequestEntry,
  RequestLimits,
  RequestReceiver,
} from '../model/file-request.ts';
import type { IdempotencyClaim } from '../model/idempotency.ts';
import { alreadyDone } from '../model/idempotency.ts';
import type { DispatchId, FileId, Randomness, ReceiverId } from '../model/ids.ts';
import { idPattern, newId } from '../model/ids.ts';
import type { MailState } from '../model/outbox.ts';
import type { Actor } from '../model/principal.ts';
import type { SecondFactorMode } from '../model/receiver-code.ts';
import { atLeast } from '../model/receiver-code.ts';
import { listLinkMails, waitForLinkMail } from '../notices/link-mail-pause.ts';
import type { MailLimits } from '../notices/mail-limits.ts';
import { refuseTooManyMails, refuseTooManyMailsOf } from '../notices/mail-limits.ts';
import type { UploadLeases } from '../ports/coordination.ts';
import type { TokenHasher } from '../ports/hashers.ts';
import type { RequestLifetimes, RequestOrder } from './request-order.ts';
import { contactsOf, refuseUnfit } from './request-order.ts';

type RepositoryName =
  | 'accounts'
  | 'contactBook'
  | 'contacts'
  | 'dispatches'
  | 'fileRequests'
  | 'idempotency'
  | 'uploads'
  | EventRows;

interface Dependencies {
  database: DatabaseOf<RepositoryName>;
  events: Events;
  leases: Pick<UploadLeases, 'interrupt'>;
  /** The secret of a receiver's link: the same each time for the same receiver and generation. */
  linkSecret: (receiverId: ReceiverId, generation: number) => string;
  hasher: TokenHasher;
  randomness: Randomness;
  clock: Clock;
  mailLimits: MailLimits;
  /** The least second factor that receivers must show, whoever sends. */
  secondFactorFloor: SecondFactorMode;
  /** Whether receivers must be contacts. */
  contactsOnly: boolean;
  lifetimes: RequestLifetimes & { unit: TtlUnit };
}

/** A request with its links and what came through them. */
export interface RequestDetails {
  dispatch: Dispatch;
  endedAt: Instant | undefined;
  limits: RequestLimits | undefined;
  links: RequestLink[];
  /** How many links there are, shown or not. */
  linkCount: number;
  /** Newest first. */
  returns: CameBack[];
}

export interface RequestLink extends RequestReceiver {
  /** The secret of its page; undefined once the link has ended. */
  secret: string | undefined;
  /** The state of the newest mail with the link; undefined where none was written. */
  mail: MailState | undefined;
}

/** More are counted, not listed. */
const mostShown = 200;

export type FileRequests = ReturnType<typeof createFileRequests>;

/**
 * Requests for files: an account asks people by mail, or makes links to hand out. Each of them has an
 * upload page of their own. A request of another account is treated as a missing one.
 */
export function createFileRequests(dependencies: Dependencies) {
  const { database, events, leases, linkSecret, hasher, randomness, clock } = dependencies;
  const { mailLimits, lifetimes, secondFactorFloor, contactsOnly } = dependencies;

  function newReceiver(contact: Contact): DispatchReceiver {
    const id = newId<ReceiverId>(randomness);
    return {
      ...contact,
      id,
      linkHash: hasher.hash('link', linkSecret(id, 0)),
      linkGeneration: 0,
      inboxToken: newId(randomness),
    };
  }

  /** One act on a live request of the account, with its record, in one transaction. */
  function changeOf(account: Account): Change<RepositoryName> {
    return createChange<RepositoryName>(dependencies, ownerOf(account));
  }

  /** Destroys the keys of what is being uploaded; returns what is to be interrupted after the commit. */
  async function shredUploads(
    { uploads }: Pick<Repositories, 'uploads'>,
    receivers: readonly DispatchReceiver[],
  ): Promise<FileId[]> {
    const running: FileId[] = [];
    for (const { id } of receivers) {
      running.push(...(await uploads.listFor(id)).map((upload) => upload.id));
    }
    const ids = receivers.map(({ id }) => id);
    if (running.length > 0) await uploads.shredFor(ids, clock.now());
    return running;
  }

  async function interrupt(uploads: readonly FileId[]): Promise<void> {
    await Promise.all(uploads.map((id) => leases.interrupt(id)));
  }

  return {
    /**
     * Makes a request. Throws `invalid` with every fault, `mail_quota` where the account has sent too
     * many mails. With a claim that was used before, nothing is done.
     */
    async ask(
      actor: Actor,
      account: Account,
      order: RequestOrder,
      claim?: IdempotencyClaim,
    ): Promise<{ id: DispatchId; isReplay: false } | { isReplay: true }> {
      refuseUnfit(order, atLeast(secondFactorFloor, account.secondFactor), lifetimes);
      return await database.transact(async (repositories) => {
        const now = clock.now();
        const current = await repositories.accounts.lock(account.id);
        if (current === undefined || current.disabledAt !== undefined) throw notFound();
        if (await alreadyDone(repositories, account.id, claim, now)) return { isReplay: true };
        const receivers = (
          await contactsOf(repositories, account.id, order.asked, contactsOnly)
        ).map(newReceiver);
        const mailed = receivers.filter((receiver) => !isBareLink(receiver));
        await refuseTooManyMails(repositories, current, mailed.length, now, mailLimits);
        const unit = account.ttlUnit ?? lifetimes.unit;
        const dispatch: Dispatch = {
          id: newId(randomness),
          accountId: account.id,
          kind: 'grant',
          createdAt: now,
          expiresAt: now + order.lifetimeMs,
          ttl: ttlIn(unit, order.lifetimeMs),
          ttlUnit: unit,
          message: order.message,
          secondFactor: atLeast(secondFactorFloor, current.secondFactor),
          origin: undefined,
        };
        await repositories.dispatches.add(dispatch, receivers);
        await repositories.fileRequests.addLimits(dispatch.id, order.limits);
        await events.tell(repositories, actor, {
          action: 'grant.created',
          account,
          ids: { dispatch: dispatch.id },
          details: {
            receivers: receivers.length,
            mails: mailed.length,
            expiresAt: dispatch.expiresAt,
          },
          mails: linkMailsTo(dispatch, mailed),
        });
        return { id: dispatch.id, isReplay: false };
      });
    },

    /** The requests of the account, newest first; only those older than `olderThan` when given. */
    async list(account: Account, limit: number, olderThan?: string): Promise<RequestEntry[]> {
      const start = olderThan !== undefined && idPattern.test(olderThan) ? olderThan : undefined;
      return await database.fileRequests.list(account.id, limit, start as DispatchId | undefined);
    },

    /** A request of the account, ended or not, with its links. Throws `not_found`. */
    async get(account: Account, id: string): Promise<RequestDetails> {
      const { dispatch, endedAt, receivers } = await getDispatch(database, ownerOf(account), id);
      const isLive = endedAt === undefined && dispatch.expiresAt > clock.now();
      const shown = await database.fileRequests.listReceivers(dispatch.id, mostShown);
      const mails = await listLinkMails(
        database,
        shown.map((receiver) => receiver.id),
      );
      return {
        dispatch,
        endedAt,
        limits: await database.fileRequests.findLimits(dispatch.id),
        links: shown.map((receiver) => ({
          ...receiver,
          secret:
            isLive && receiver.linkHash !== undefined
              ? linkSecret(receiver.id, receiver.linkGeneration)
              : undefined,
          mail: mails.get(receiver.id)?.[0]?.state,
        })),
        linkCount: receivers.length,
        returns: await database.fileRequests.listReturns(dispatch.id, clock.now(), mostShown),
      };
    },

    /** Ends a request: no link of it works any longer, and uploads that run are interrupted and lost. */
    async close(actor: Actor, account: Account, id: string): Promise<void> {
      let running: FileId[] = [];
      const change = changeOf(account);
      await change(actor, id, 'dispatch.revoked', async (repositories, overview) => {
        await repositories.dispatches.end(overview.dispatch.id, clock.now());
        running = await shredUploads(repositories, overview.receivers);
        return { details: { files: 0, uploads: running.length } };
      });
      await interrupt(running);
    },

    /** The same for one link; the others are not affected. */
    async closeLink(actor: Actor, account: Account, id: string, receiverId: string): Promise<void> {
      let running: FileId[] = [];
      const change = changeOf(account);
      const action = 'dispatch.receiver_revoked';
      await change(actor, id, action, async (repositories, overview) => {
        const receiver = getReceiver(overview, ownerOf(account), receiverId);
        if (receiver.linkHash === undefined) throw notFound();
        await repositories.dispatches.endLink(receiver.id, clock.now());
        running = await shredUploads(repositories, [receiver]);
        const named = isBareLink(receiver) ? receiver.id : receiver.email;
        const details = { receiver: named, uploads: running.length };
        return { details, receiver: receiver.id };
      });
      await interrupt(running);
    },

    /** Gives a live request another end. */
    async extend(actor: Actor, account: Account, id: string, expiresAt: Instant): Promise<void> {
      await changeOf(account)(actor, id, 'dispatch.extended', ({ dispatches }, { dispatch }) =>
        extendDispatch({ dispatches, clock }, dispatch, expiresAt, {
          maxLifetimeMs: lifetimes.maxMs,
          ttlUnit: lifetimes.unit,
        }),
      );
    },

    /**
     * Mails the link once more to everyone who has an address, a live link, and has sent nothing; to nobody
     * twice within an hour or more than five times a day. Returns how many mails were written.
     */
    async remind(actor: Actor, account: Account, id: string): Promise<number> {
      let reminded = 0;
      const change = changeOf(account);
      await change(actor, id, 'grant.reminded', async (repositories, overview) => {
        const { dispatch, receivers } = overview;
        const now = clock.now();
        const all = await repositories.fileRequests.listReceivers(dispatch.id, receivers.length);
        const silent = all.filter(
          (receiver) =>
            !isBareLink(receiver) && receiver.linkHash !== undefined && receiver.came.returns === 0,
        );
        const mails = await listLinkMails(
          repositories,
          silent.map((receiver) => receiver.id),
        );
        const due = silent.filter(
          (receiver) => waitForLinkMail(receiver, mails.get(receiver.id) ?? [], now) === 0,
        );
        reminded = due.length;
        if (reminded === 0) return undefined;
        await refuseTooManyMailsOf(repositories, account.id, reminded, now, mailLimits);
        return { details: { receivers: reminded }, mails: linkMailsTo(dispatch, due) };
      });
      return reminded;
    },
  };
}

function ownerOf({ id }: Account) {
  return { accountId: id, kind: 'grant' } as const;
}
