import type { Selectable } from 'kysely';
import type { Account } from '../../domain/model/account.ts';
import type {
  Delivery,
  DispatchFile,
  DispatchOverview,
  DispatchReceiver,
  DispatchRepository,
  HistoryEntry,
  InboxEntry,
} from '../../domain/model/dispatch.ts';
import type { DispatchId, FileId, InboxToken, ReceiverId } from '../../domain/model/ids.ts';
import type { SecondFactorMode } from '../../domain/model/receiver-code.ts';
import {
  accountOf,
  bufferOf,
  filePlaceOf,
  receiverColumnsOf,
  receiverOf as chosenOf,
} from './rows.ts';
import type { Schema } from './schema.ts';
import type { Session } from './prepared-query.ts';
import { changeEach } from './prepared-query.ts';

import type { BoundDispatch, BoundRows, SignedReceiver } from './bound-rows.ts';
import {
  briefDispatches,
  dispatchById,
  dropsEnding,
  endingAfter,
  dueDispatches,
  extendDispatch,
  insertChange,
  filesOf,
  filesOfHistory,
  filesOfInbox,
  inInbox,
  inbox,
  insertDispatch,
  liveDropCount,
  newestDispatches,
  newestOfAccount,
  newestOfHistory,
  originOf as originOfDispatch,
  olderHistory,
  receiverByLink,
  receiversOfHistory,
  removableEnded,
  removeDispatches,
  removeFilesOf,
  removeOfAccount,
  returnsOfVisitor,
  returnsThrough,
  senderOf,
  sumOfReturns,
} from './dispatch-queries.ts';
import { dispatchOf, receiverOf, rowOf, unitOf } from './dispatch-rows.ts';
import { returnSumOf } from './return-sum.ts';
import {
  countRefusedCode,
  endDispatch,
  endLink,
  endLinks,
  insertReceiver,
  isForInbox,
  lastPosition,
  markOpened,
  receiverById,
  receiversOf,
  setLink,
  setPassword,
} from './receiver-queries.ts';
import { makeSumsDue } from './download-repository.ts';
import { forgetVisitors, forgetVisitorsOf } from './visit-repository.ts';

type DispatchRow = Selectable<Schema['dispatches']>;
type ReceiverRow = Selectable<Schema['dispatch_receivers']>;
/** A receiver and the dispatch, whose id it has. */
type InboxRow = SignedReceiver & BoundDispatch & { receiver_id: string; account_email: string };

export function createDispatchRepository(session: Session, bound: BoundRows): DispatchRepository {
  async function getSender(accountId: string): Promise<Account> {
    const row = await session.first(senderOf, { id: accountId });
    if (row === undefined) throw new Error(`The account ${accountId} of a dispatch is gone`);
    return accountOf(row);
  }

  /** Undefined where the MAC of a row is wrong. */
  async function deliveryTo(receiver: ReceiverRow): Promise<Delivery | undefined> {
    const dispatch = await session.first(dispatchById, { id: receiver.dispatch_id });
    if (dispatch === undefined) throw new Error(`The dispatch of ${receiver.id} is gone`);
    const sender = await getSender(dispatch.account_id);
    if (!bound.isSoundReceiver(receiver, dispatch, sender.email)) return undefined;
    return {
      dispatch: dispatchOf(dispatch),
      endedAt: dispatch.ended_at ?? undefined,
      receiver: receiverOf(receiver),
      sender,
    };
  }

  function isSoundInInbox(row: InboxRow): boolean {
    return bound.isSoundReceiver({ ...row, id: row.receiver_id }, row, row.account_email);
  }

  async function overviewOf(row: DispatchRow): Promise<DispatchOverview> {
    const receivers = await session.all(receiversOf, { dispatchId: row.id });
    const { email } = await getSender(row.account_id);
    return {
      dispatch: dispatchOf(row),
      endedAt: row.ended_at ?? undefined,
      senderEmail: row.sender_email ?? email,
      receivers: receivers.map(receiverOf),
      files: await listFiles(row.id),
    };
  }

  async function listFiles(dispatchId: string): Promise<DispatchFile[]> {
    const files = await session.all(filesOf, { dispatchId });
    return files.map((file) => ({
      id: file.id as FileId,
      ...filePlaceOf(file),
      sizeBytes: file.size_bytes,
    }));
  }

  async function insertReceivers(
    dispatch: BoundDispatch,
    receivers: readonly DispatchReceiver[],
    firstPosition: number,
    origin: { sequence: number; email: string } | undefined,
  ): Promise<void> {
    if (origin === undefined) throw new Error(`There is no dispatch ${dispatch.id}`);
    const rows = receivers.map((receiver, at) => {
      const row = {
        ...receiverColumnsOf(receiver),
        id: receiver.id,
        dispatch_id: dispatch.id,
        position: firstPosition + at,
        link_hash: receiver.linkHash ?? null,
        link_generation: receiver.linkGeneration,
        inbox_token: receiver.inboxToken,
      };
      return {
        ...row,
        inbox_sequence: isForInbox(dispatch.kind, row) ? origin.sequence : null,
        mac: bound.codeOfReceiver(row, dispatch, origin.email),
        link_mac: bound.codeOfLink(row),
      };
    });
    await changeEach(session, insertReceiver, rows);
  }

  return {
    async add(dispatch, receivers) {
      const dispatchRow = rowOf(dispatch);
      const origin = await session.first(insertDispatch, dispatchRow);
      await insertReceivers(dispatchRow, receivers, 0, origin);
    },

    async listHistory(accountId, limit = Number.MAX_SAFE_INTEGER, olderThan) {
      const dispatches = await (olderThan === undefined
        ? session.all(newestOfHistory, { accountId, limit })
        : session.all(olderHistory, { accountId, limit, olderThan }));
      const newest = dispatches[0]?.sequence;
      const oldest = dispatches.at(-1)?.sequence;
      if (newest === undefined || oldest === undefined) return [];
      const stretch = { accountId, oldest, newest };
      const entries = new Map<string, HistoryEntry>(
        dispatches.map((row) => [
          row.id,
          {
            dispatch: dispatchOf(row),
            endedAt: row.ended_at ?? undefined,
            receivers: [],
            files: [],
          },
        ]),
      );
      for (const row of await session.all(receiversOfHistory, stretch)) {
        const receiver = { ...chosenOf(row), id: row.id as ReceiverId };
        entries.get(row.dispatch_id)?.receivers.push(receiver);
      }
      for (const row of await session.all(filesOfHistory, stretch)) {
        entries.get(row.dispatch_id ?? '')?.files.push({ name: row.name });
      }
      return [...entries.values()];
    },

    async countLiveDrops(accountId, now) {
      return Number((await session.first(liveDropCount, { accountId, now }))?.count);
    },

    async listInbox(email, now) {
      const rows = await session.all(inbox, { email, now });
      const drops = rows.filter(isSoundInInbox);
      const entries = new Map<string, InboxEntry>(
        drops.map((row) => [
          row.id,
          {
            token: row.inbox_token as InboxToken,
            secondFactor: row.kind === 'return' ? 'off' : (row.second_factor as SecondFactorMode),
            ...(row.password_hash === null ? {} : { hasPassword: true as const }),
            senderEmail: row.sender_email ?? row.account_email,
            ...{ createdAt: row.created_at, expiresAt: row.expires_at, ttl: row.ttl },
            files: [],
          },
        ]),
      );
      for (const row of await session.all(filesOfInbox, { email, now })) {
        entries.get(row.dispatch_id ?? '')?.files.push({
          name: row.name,
          mediaType: row.media_type,
          sizeBytes: row.size_bytes,
          sha256: bufferOf(row.sha256),
        });
      }
      return [...entries.values()];
    },

    async findInInbox(email, token, now) {
      const row = await session.first(inInbox, { email, token, now });
      if (row === undefined || !isSoundInInbox(row)) return undefined;
      return { dispatch: dispatchOf(row), receiverId: row.receiver_id as ReceiverId };
    },

    async listDue(now, limit) {
      return (await session.all(dueDispatches, { now, limit })).map(dispatchOf);
    },

    async end(id, at) {
      await session.change(endDispatch, { id, at });
      await session.change(endLinks, { dispatchId: id });
      await session.change(forgetVisitorsOf, { dispatchId: id });
      await session.change(makeSumsDue, { dispatch_id: id, due_at: at });
    },

    async findByLink(linkHash, now) {
      const row = await session.first(receiverByLink, { linkHash, now });
      return row && (await deliveryTo(row));
    },

    async findByReceiver(id) {
      const row = await session.first(receiverById, { id });
      return row && (await deliveryTo(row));
    },

    async find(id) {
      const row = await session.first(dispatchById, { id });
      return row && (await overviewOf(row));
    },

    listFiles,

    async list({ accountId, limit }) {
      const rows =
        accountId === undefined
          ? await session.all(newestDispatches, { limit })
          : await session.all(newestOfAccount, { accountId, limit });
      return await Promise.all(rows.map(overviewOf));
    },

    async listEnding(now, before) {
      return (await session.all(dropsEnding, { now, before })).map(({ id }) => id as DispatchId);
    },

    async listEndingAfter({ expiresAt, id }, until, limit) {
      return await session.all(endingAfter, { expiresAt, id, until, limit });
    },

    async addReceiver(id, receiver) {
      const dispatch = await session.first(dispatchById, { id });
      if (dispatch === undefined) throw new Error(`There is no dispatch ${id}`);
      const last = await session.first(lastPosition, { dispatchId: id });
      const position = last === undefined ? 0 : last.position + 1;
      const origin = await session.first(originOfDispatch, { id });
      await insertReceivers(dispatch, [receiver], position, origin);
    },

    async endLink(id, at) {
      await session.change(endLink, { id, at });
      await session.change(forgetVisitors, { receiver_id: id });
    },

    async setLink(id, { hash, generation }) {
      const mac = bound.codeOfLink({ id, link_hash: hash, link_generation: generation });
      await session.change(setLink, { id, hash, generation, mac });
    },

    async markOpened(id, at) {
      return (await session.change(markOpened, { id, at })) > 0;
    },

    async countRefusedCode(id) {
      return (await session.first(countRefusedCode, { id }))?.refused_codes ?? 0;
    },

    async noteChange(id, change) {
      await session.change(insertChange, {
        ...{ dispatch_id: id, at: change.at },
        receiver_id: 'receiverId' in change ? change.receiverId : '',
        expires_at: 'expiresAt' in change ? change.expiresAt : 0,
      });
    },

    async setPassword(id, passwordHash) {
      await session.change(setPassword, { id, passwordHash });
    },

    async extend(id, expiresAt, ttl) {
      await session.change(extendDispatch, { id, expires_at: expiresAt, ttl });
    },

    async listBrief(wanted) {
      const rows = await session.all(briefDispatches, wanted);
      return rows.map((row) => {
        return { senderEmail: row.email, ttl: row.ttl, unit: unitOf(row.ttl_unit) };
      });
    },

    async listReturns(grantReceiverId, visitorHash) {
      const rows =
        visitorHash === undefined
          ? await session.all(returnsThrough, { grantReceiverId })
          : await session.all(returnsOfVisitor, { grantReceiverId, visitorHash });
      return await Promise.all(rows.map(overviewOf));
    },

    async sumReturns(grantReceiverId) {
      return returnSumOf(await session.first(sumOfReturns, { grantReceiverId }));
    },

    async removeEnded(before, limit) {
      const rows = await session.all(removableEnded, { before, limit });
      const ids = rows.map(({ id }) => id);
      if (ids.length === 0) return 0;
      await session.change(removeFilesOf, { ids });
      return await session.change(removeDispatches, { ids });
    },

    async removeAll(accountId) {
      await session.change(removeOfAccount, { account_id: accountId });
    },
  };
}
