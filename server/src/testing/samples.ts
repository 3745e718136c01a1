import type { ApiKeyId } from '../domain/model/ids.ts';
import { createHash } from 'node:crypto';
import type { AuditRecord } from '../domain/model/audit.ts';
import type { Account } from '../domain/model/account.ts';
import type { Actor, Principal } from '../domain/model/principal.ts';
import { day } from '../domain/model/clock.ts';
import type { Contact, PartialContact } from '../domain/model/contact.ts';
import type { Dispatch, DispatchReceiver } from '../domain/model/dispatch.ts';
import type { StoredFile } from '../domain/model/file.ts';
import type { Draft } from '../domain/model/draft.ts';
import type { IncomingUpload, UploadOwnerId } from '../domain/model/incoming-upload.ts';
import type { OutboxMessage } from '../domain/model/outbox.ts';
import { scopes } from '#protocol/access.ts';
import type { TransferSum } from '../domain/model/download.ts';
import { noon } from './fake-clock.ts';

/** An id of the right form that shows what it stands for. */
export function idFor<Id extends string>(label: string): Id {
  return createHash('sha256').update(label).digest('base64url').slice(0, 22) as Id;
}

export function hashFor(label: string): Buffer {
  return createHash('sha256').update(label).digest();
}

/** An account that reads with some key. */
export function readerOf(account: Account): { account: Account; keyId: ApiKeyId } {
  return { account, keyId: idFor('some key') };
}

export function sampleAccount(email: string, overrides: Partial<Account> = {}): Account {
  return {
    id: idFor(email),
    email,
    number: '4915112345678',
    language: 'en',
    role: 'api',
    notices: { receipts: true, reminders: true },
    secondFactor: 'off',
    ttlUnit: undefined,
    visibility: { number: true, email: true, language: true, nick: true },
    createdAt: noon,
    disabledAt: undefined,
    filesListedAt: undefined,
    quotaBytes: undefined,
    mailsPerDay: undefined,
    displayName: '',
    timeZone: undefined,
    defaultDays: undefined,
    ...overrides,
  };
}

/** The account as it comes with one of its keys. */
export function samplePrincipal(account: Account, actor: Actor): Principal {
  return {
    ...{ account, keyId: idFor('key'), keyEndsAt: undefined, networks: undefined },
    ...{ scopes, mayReplaceContacts: true, via: 'basic', actor, requestsLeft: undefined },
  };
}

export function sampleContact(email: string, overrides: Partial<Contact> = {}): Contact {
  return { email, number: '', language: '', groups: [], nick: '', ...overrides };
}

export function partialContact(
  email: string,
  overrides: Partial<PartialContact> = {},
): PartialContact {
  return {
    email,
    number: undefined,
    language: undefined,
    groups: undefined,
    nick: undefined,
    ...overrides,
  };
}

export function sampleFile(
  account: Account,
  name: string,
  overrides: Partial<StoredFile> = {},
): StoredFile {
  const id = idFor<StoredFile['id']>(`${account.email}/${name}`);
  return {
    id,
    accountId: account.id,
    dispatchId: undefined,
    name,
    folder: '',
    mediaType: 'application/pdf',
    sizeBytes: 1000,
    sha256: hashFor(name),
    wrappedKey: Buffer.from(`key of ${id}`),
    keyBucket: 'tray-2026-11-15',
    store: 'file',
    segments: undefined,
    createdAt: noon,
    ...overrides,
  };
}

export function sampleDispatch(
  account: Account,
  label: string,
  overrides: Partial<Dispatch> = {},
): Dispatch {
  return {
    id: idFor(`${account.email}/${label}`),
    accountId: account.id,
    kind: 'drop',
    createdAt: noon,
    expiresAt: noon + day,
    ttl: '86400',
    ttlUnit: 'seconds',
    message: undefined,
    secondFactor: 'off',
    origin: undefined,
    ...overrides,
  };
}

export function sampleReceiver(
  dispatch: Dispatch,
  email: string,
  overrides: Partial<DispatchReceiver> = {},
): DispatchReceiver {
  const label = `${dispatch.id}/${email}`;
  return {
    ...sampleContact(email),
    id: idFor(label),
    linkHash: hashFor(`link ${label}`),
    linkGeneration: 0,
    inboxToken: idFor(`inbox ${label}`),
    ...overrides,
  };
}

export function sampleMail(
  receiver: DispatchReceiver,
  dispatch: Dispatch,
  overrides: Partial<OutboxMessage> = {},
): OutboxMessage {
  return {
    id: idFor(`mail to ${receiver.id}`),
    kind: 'download',
    to: receiver.email,
    accountId: dispatch.accountId,
    receiverId: receiver.id,
    createdAt: noon,
    ...overrides,
  };
}

export function sampleDraft(account: Account, name: string, overrides: Partial<Draft> = {}): Draft {
  return {
    id: idFor(`draft ${name}`),
    accountId: account.id,
    ticketHash: hashFor(`ticket of ${name}`),
    receivers: [],
    title: '',
    message: '',
    lifetime: { days: 7 },
    secondFactor: undefined,
    wantsPassword: false,
    anyone: false,
    downloadLimit: undefined,
    receipts: undefined,
    mailLanguage: undefined,
    dispatchId: undefined,
    version: 0,
    changedBy: undefined,
    discardedAt: undefined,
    createdAt: noon,
    changedAt: noon,
    expiresAt: noon + 7 * day,
    ...overrides,
  };
}

export function sampleUpload(
  account: Account,
  receiver: { id: UploadOwnerId },
  name: string,
  overrides: Partial<IncomingUpload> = {},
): IncomingUpload {
  return {
    id: idFor(`upload ${name}`),
    ownerId: receiver.id,
    accountId: account.id,
    name,
    folder: '',
    mediaType: 'text/plain',
    fingerprint: `print of ${name}`,
    metadata: `filename of ${name},patient_id MTc=`,
    sizeBytes: 9_000_000_000,
    receivedBytes: 0,
    wrappedKey: Buffer.from(`key of ${name}`),
    keyBucket: 'tray-2026-11-15',
    completion: undefined,
    hashState: undefined,
    createdAt: noon,
    expiresAt: noon + 2 * day,
    ...overrides,
  };
}

export function sampleTransferSum(
  drop: Dispatch,
  receiver: DispatchReceiver,
  file: StoredFile,
  overrides: Partial<TransferSum> = {},
): TransferSum {
  return {
    receiverId: receiver.id,
    fileId: file.id,
    way: 'link',
    network: '192.0.2.1',
    dispatchId: drop.id,
    email: receiver.email,
    fileName: file.name,
    fileBytes: 6_000_000_000,
    wasAskedFor: true,
    actor: { name: receiver.email, source: '192.0.2.1', requestId: 'request' },
    requests: 3,
    bytes: 5_000_000_000,
    hasWholePart: false,
    hasFault: true,
    firstAt: noon,
    lastAt: noon + 1,
    dueAt: noon + 2,
    ...overrides,
  };
}

export function sampleAuditRecord(
  sequence: number,
  overrides: Partial<AuditRecord> = {},
): AuditRecord {
  return {
    sequence,
    at: noon + sequence,
    actor: 'alice@example.com',
    source: '192.0.2.1',
    requestId: `request ${sequence}`,
    action: 'file.uploaded',
    object: 'a "quoted" ö.pdf',
    outcome: 'ok',
    details: { sizeBytes: 6_000_000_000, replaced: false, sha256: 'ab' },
    hash: hashFor(`record ${sequence}`),
    ...overrides,
  };
}
