import type { Selectable } from 'kysely';
import type { TtlUnit } from '../../domain/model/clock.ts';
import type {
  Dispatch,
  DispatchKind,
  DispatchReceiver,
  ReturnOrigin,
} from '../../domain/model/dispatch.ts';
import type { ReceiptMode } from '../../domain/model/draft.ts';
import type { AccountId, DispatchId, InboxToken, ReceiverId } from '../../domain/model/ids.ts';
import type { SecondFactorMode } from '../../domain/model/receiver-code.ts';
import { bufferOf, receiverOf as chosenOf } from './rows.ts';
import type { Schema } from './schema.ts';

type DispatchRow = Selectable<Schema['dispatches']>;
type ReceiverRow = Selectable<Schema['dispatch_receivers']>;

export function rowOf(dispatch: Dispatch) {
  return {
    id: dispatch.id,
    account_id: dispatch.accountId,
    kind: dispatch.kind,
    created_at: dispatch.createdAt,
    expires_at: dispatch.expiresAt,
    ttl: dispatch.ttl,
    ttl_unit: dispatch.ttlUnit ?? null,
    title: dispatch.title ?? null,
    message: dispatch.message ?? null,
    second_factor: dispatch.secondFactor,
    password_hash: dispatch.passwordHash ?? null,
    download_limit: dispatch.downloadLimit ?? null,
    receipts: dispatch.receipts ?? null,
    reference: dispatch.reference ?? null,
    notify: dispatch.notify ?? null,
    sender_email: dispatch.origin?.email ?? null,
    sender_nick: dispatch.origin?.nick ?? null,
    grant_receiver_id: dispatch.origin?.grantReceiverId ?? null,
    visitor_hash: dispatch.origin?.visitorHash ?? null,
  };
}

export function dispatchOf(row: DispatchRow): Dispatch {
  return {
    id: row.id as DispatchId,
    accountId: row.account_id as AccountId,
    kind: row.kind as DispatchKind,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    ttl: row.ttl,
    ttlUnit: unitOf(row.ttl_unit),
    ...(row.title === null ? {} : { title: row.title }),
    message: row.message ?? undefined,
    secondFactor: row.second_factor as SecondFactorMode,
    ...(row.password_hash === null ? {} : { passwordHash: row.password_hash }),
    ...(row.download_limit === null ? {} : { downloadLimit: row.download_limit }),
    ...(row.receipts === null ? {} : { receipts: row.receipts as ReceiptMode }),
    ...(row.reference === null ? {} : { reference: row.reference }),
    ...(row.notify === 'none' ? { notify: row.notify } : {}),
    origin: row.grant_receiver_id === null ? undefined : originOf(row, row.grant_receiver_id),
  };
}

export function unitOf(name: string | null): TtlUnit | undefined {
  return (name ?? undefined) as TtlUnit | undefined;
}

function originOf(row: DispatchRow, grantReceiverId: string): ReturnOrigin {
  return {
    email: row.sender_email ?? '',
    nick: row.sender_nick ?? '',
    grantReceiverId: grantReceiverId as ReceiverId,
    ...(row.visitor_hash === null ? {} : { visitorHash: bufferOf(row.visitor_hash) }),
  };
}

export function receiverOf(row: ReceiverRow): DispatchReceiver {
  return {
    ...chosenOf(row),
    id: row.id as ReceiverId,
    linkHash: row.link_hash === null ? undefined : bufferOf(row.link_hash),
    linkGeneration: row.link_generation,
    inboxToken: row.inbox_token as InboxToken,
  };
}
