import { nothingHere } from '../model/valise-error.ts';
import type { Change, Changed } from '../dispatches/change-dispatch.ts';
import {
  createChange,
  extendDispatch,
  getDispatch,
  getReceiver,
  linkMailsTo,
} from '../dispatches/change-dispatch.ts';
import type { Account } from '../model/account.ts';
import type { Instant, TtlUnit } from '../model/clock.ts';
import { wholeTtlIn } from '../model/clock.ts';
import type { Contact } from '../model/contact.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import type { Dispatch, DispatchReceiver } from '../model/dispatch.ts';
import { isBareLink } from '../model/dispatch.ts';
import type { EventRows } from '../model/event.ts';
import type {
  CameBack,
  RequestEntry,
  RequestLimits,
  RequestReceiver,
} from '../model/file-request.ts';
import type { IdempotencyClaim } from '../model/idempotency.ts';
import { alreadyDone } from '../model/idempotency.ts';
import type { DispatchId, FileId, ReceiverId } from '../model/ids.ts';
import { idPattern, newId } from '../model/ids.ts';
import type { MailState } from '../model/outbox.ts';
import type { Actor } from '../model/principal.ts';
import type { RepeatClaim } from '../model/repeat.ts';
import { settle } from '../model/repeat.ts';
import type { SecondFactorMode } from '../model/receiver-code.ts';
import { atLeast } from '../model/receiver-code.ts';
import { keptTitle } from '../model/title.ts';
import { listLinkMails, waitForLinkMail } from '../notices/link-mail-pause.ts';
import type { MailLimits } from '../notices/mail-limits.ts';
import {
  refuseTooManyMails,
  refuseTooManyMailsOf,
  refuseTooManyReceivers,
} from '../notices/mail-limits.ts';
import type { UploadLeases } from '../ports/coordination.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import type { RequestLifetimes, RequestOrder } from './request-order.ts';
import { contactsOf, refuseUnfit, refuseUnreachablePeople } from './request-order.ts';

type RepositoryName =
  'accounts' | 'contacts' | 'dispatches' | 'fileRequests' | 'idempotency' | 'uploads' | EventRows;

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events' | 'hasher' | 'randomness'> {
  database: DatabaseOf<RepositoryName>;
  leases: Pick<UploadLeases, 'interrupt'>;
  /** The secret of a receiver's link: the same each time for the same receiver and generation. */
  linkSecret: (receiverId: ReceiverId, generation: number) => string;
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

/** Whom a request asks, or a link of it to hand out. */
export interface AskedLink extends RequestReceiver {
  /** The state of the newest mail with the link; undefined where none was written. */
  mail: MailState | undefined;
}

export interface RequestLink extends AskedLink {
  /** The secret of its page; undefined once the link has ended. */
  secret: string | undefined;
}

/** A request as a list shows it. */
export interface AskedEntry extends RequestEntry {
  /** The first of those whom it asks. */
  asked: AskedLink[];
}

/** More are counted, not listed. */
const mostShown = 200;
/** Of each request in a list. */
const mostListed = 50;

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

  /** The second factor that a request demands: the order can only ask for more than operator and account do. */
  function demandedOf(
    account: Pick<Account, 'secondFactor'>,
    { secondFactor = 'off' }: Pick<RequestOrder, 'secondFactor'>,
  ): SecondFactorMode {
    return atLeast(atLeast(secondFactorFloor, account.secondFactor), secondFactor);
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
     * many mails. With a claim that was used before, nothing is done; `repeat` is settled with the id.
     */
    async ask(
      actor: Actor,
      account: Account,
      order: RequestOrder,
      claim?: IdempotencyClaim,
      repeat?: RepeatClaim,
    ): Promise<{ id: DispatchId; isReplay: false } | { isReplay: true }> {
      refuseUnfit(order, demandedOf(account, order), lifetimes);
      return await database.transact(async (repositories) => {
        const now = clock.now();
        const current = await repositories.accounts.lock(account.id);
        if (current === undefined || current.disabledAt !== undefined) throw nothingHere();
        if (await alreadyDone(repositories, account.id, claim, now)) return { isReplay: true };
        const receivers = (
          await contactsOf(repositories, account.id, order.asked, contactsOnly)
        ).map(newReceiver);
        const people = receivers.filter((receiver) => !isBareLink(receiver));
        const secondFactor = demandedOf(current, order);
        refuseUnreachablePeople(secondFactor, order.asked, people);
        refuseTooManyReceivers(people.length, mailLimits.maxReceivers);
        const mailed = order.notify === 'none' ? [] : people;
        await refuseTooManyMails(repositories, current, mailed.length, now, mailLimits);
        const unit = account.ttlUnit ?? lifetimes.unit;
        const title = keptTitle(order.title);
        const dispatch: Dispatch = {
          id: newId(randomness),
          accountId: account.id,
          kind: 'grant',
          createdAt: now,
          expiresAt: now + order.lifetimeMs,
          ttl: wholeTtlIn(unit, order.lifetimeMs),
          ttlUnit: unit,
          ...(title === undefined ? {} : { title }),
          message: order.message,
          secondFactor,
          ...(order.notify === undefined ? {} : { notify: order.notify }),
          ...(order.reference === undefined ? {} : { reference: order.reference }),
          origin: undefined,
        };
        await settle(repositories, repeat, { request: dispatch.id }, now);
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

    /**
     * The requests of the account that are open, or that have ended, newest first, with whom they ask; only those
     * older than `olderThan` when given.
     */
    async list(
      account: Account,
      { state, limit, olderThan }: { state: 'live' | 'ended'; limit: number; olderThan?: string },
    ): Promise<AskedEntry[]> {
      const start = olderThan !== undefined && idPattern.test(olderThan) ? olderThan : undefined;
      const query = { state, after: start as DispatchId | undefined, limit, now: clock.now() };
      const entries = await database.fileRequests.list(account.id, query);
      const asked = await Promise.all(
        entries.map(({ dispatch: { id } }) =>
          database.fileRequests.listReceivers(id, { limit: mostListed }),
        ),
      );
      const mails = await listLinkMails(
        database,
        asked.flatMap((links) => links.map((link) => link.id)),
      );
      return entries.map((entry, at) => ({
        ...entry,
        asked: (asked[at] ?? []).map((link) => ({ ...link, mail: mails.get(link.id)?.[0]?.state })),
      }));
    },

    /** The newest that still take files. */
    async listOpen({ id }: Pick<Account, 'id'>, limit: number): Promise<RequestEntry[]> {
      return await database.fileRequests.list(id, { state: 'live', limit, now: clock.now() });
    },

    /** A request of the account, ended or not, with its links. Throws `not_found`. */
    async get(account: Account, id: string): Promise<RequestDetails> {
      const { dispatch, endedAt, receivers } = await getDispatch(database, ownerOf(account), id);
      const isLive = endedAt === undefined && dispatch.expiresAt > clock.now();
      const shown = await database.fileRequests.listReceivers(dispatch.id, { limit: mostShown });
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
        returns: await database.fileRequests.listReturns(dispatch.id, {
          now: clock.now(),
          limit: mostShown,
        }),
      };
    },

    /** Ends a request: no link of it works any longer, and uploads that run are interrupted and lost. */
    async close(actor: Actor, account: Account, id: string, claim?: RepeatClaim): Promise<Changed> {
      let running: FileId[] = [];
      const change = changeOf(account);
      const act: Parameters<typeof change>[3] = async (repositories, overview) => {
        await repositories.dispatches.end(overview.dispatch.id, clock.now());
        running = await shredUploads(repositories, overview.receivers);
        return { details: { files: 0, uploads: running.length } };
      };
      const changed = await change(actor, id, 'dispatch.revoked', act, claim);
      await interrupt(running);
      return changed;
    },

    /** The same for one link; the others are not affected. */
    async closeLink(
      actor: Actor,
      account: Account,
      id: string,
      receiverId: string,
      claim?: RepeatClaim,
    ): Promise<Changed> {
      let running: FileId[] = [];
      const change = changeOf(account);
      const action = 'dispatch.receiver_revoked';
      const act: Parameters<typeof change>[3] = async (repositories, overview) => {
        const receiver = getReceiver(overview, ownerOf(account), receiverId);
        if (receiver.linkHash === undefined) return undefined;
        await repositories.dispatches.endLink(receiver.id, clock.now());
        running = await shredUploads(repositories, [receiver]);
        const named = isBareLink(receiver) ? receiver.id : receiver.email;
        const details = { receiver: named, uploads: running.length };
        return { details, receiver: receiver.id };
      };
      const changed = await change(actor, id, action, act, claim);
      await interrupt(running);
      return changed;
    },

    /** Gives a live request another end. */
    async extend(
      actor: Actor,
      account: Account,
      id: string,
      expiresAt: Instant,
      claim?: RepeatClaim,
    ): Promise<Changed> {
      const change = changeOf(account);
      const { maxMs: maxLifetimeMs, unit: ttlUnit } = lifetimes;
      const bounds = { maxLifetimeMs, ttlUnit, ttlOf: wholeTtlIn };
      const act: Parameters<typeof change>[3] = ({ dispatches }, { dispatch }) =>
        extendDispatch({ dispatches, clock }, dispatch, expiresAt, bounds);
      return await change(actor, id, 'dispatch.extended', act, claim);
    },

    /**
     * Mails the link once more to everyone who has an address, a live link, and has sent nothing; to nobody
     * twice within an hour or more than five times a day. Returns those to whom mails were written.
     */
    async remind(
      actor: Actor,
      account: Account,
      id: string,
      claim?: RepeatClaim,
    ): Promise<Changed> {
      let reminded: Changed = { receivers: [] };
      const change = changeOf(account);
      await change(actor, id, 'grant.reminded', async (repositories, overview) => {
        const { dispatch, receivers } = overview;
        const now = clock.now();
        const all = await repositories.fileRequests.listReceivers(dispatch.id, {
          limit: receivers.length,
        });
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
        reminded = { receivers: due.map((receiver) => receiver.id) };
        await settle(repositories, claim, reminded, now);
        if (due.length === 0) return undefined;
        await refuseTooManyMailsOf(repositories, account.id, due.length, now, mailLimits);
        return { details: { receivers: due.length }, mails: linkMailsTo(dispatch, due) };
      });
      return reminded;
    },
  };
}

function ownerOf({ id }: Account) {
  return { accountId: id, kind: 'grant' } as const;
}
