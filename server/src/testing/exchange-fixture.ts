import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { FileBlobStore } from '../blobs/file/file-blob-store.ts';
import { MemoryBlobStore } from '../blobs/memory/memory-blob-store.ts';
import { chainHash, receiverCode, createSecretHasher } from '../sealing/crypto/secrets.ts';
import { createPasswordHasher } from '../sealing/crypto/password-hash.ts';
import { createSlowHasher } from '../sealing/crypto/slow-hash.ts';
import { seededRandomness } from '../sealing/crypto/vectors/seeded-randomness.ts';
import { createInProcessRunner } from '../database/runner/in-process-runner.ts';
import type { Account } from '../domain/model/account.ts';
import type { Actor } from '../domain/model/principal.ts';
import { createEvents } from '../domain/events/events.ts';
import { createAuditTrail } from '../domain/model/audit.ts';
import type { Database } from '../domain/model/database.ts';
import type { BlobStore } from '../domain/ports/blob-store.ts';
import { createSingleProcessCoordination } from '../coordination/process-coordination.ts';
import { day } from '../domain/model/clock.ts';
import type { SmsPolicy } from '../domain/second-factor/code-sending.ts';
import { createAuditOnce } from '../domain/audit/record-repeated.ts';
import { createContactBook } from '../domain/contacts/contact-book.ts';
import { createContactImports } from '../domain/contacts/contact-import.ts';
import { createContacts } from '../domain/contacts/contacts.ts';
import { createContactGroups } from '../domain/contacts/groups.ts';
import {
  createDispatchControl,
  createSenderControl,
} from '../domain/dispatches/dispatch-control.ts';
import { createDispatching } from '../domain/dispatches/dispatching.ts';
import type { DispatchTerms } from '../domain/dispatches/dispatch-terms.ts';
import { createExpiry } from '../domain/expiry/expiry.ts';
import type { IncomingFile } from '../domain/files/file-batch.ts';
import type { MailId } from '../domain/model/ids.ts';
import { createSentReports } from '../domain/dispatches/sent-reports.ts';
import { createSent } from '../domain/dispatches/sent.ts';
import { createInboxItems } from '../domain/dispatches/inbox-items.ts';
import { createInboxLeases } from '../domain/dispatches/inbox-leases.ts';
import { createInbox } from '../domain/dispatches/inbox.ts';
import { createKeyedInbox } from '../domain/dispatches/keyed-inbox.ts';
import type { MailLimits } from '../domain/notices/mail-limits.ts';
import { createLinkDownloads } from '../domain/downloads/link-downloads.ts';
import { createPictures } from '../domain/pictures/pictures.ts';
import type { SecondFactorMode } from '../domain/model/receiver-code.ts';
import { createPasswordLimiter } from '../domain/ports/rate-limiter.ts';
import { createDropPasswords } from '../domain/dispatches/drop-passwords.ts';
import { createPasswordEntry } from '../domain/second-factor/password-entry.ts';
import { createSecondFactor } from '../domain/second-factor/second-factor.ts';
import { createDownloadLog } from '../domain/downloads/download-log.ts';
import { createTransfersUnderWay } from '../domain/transfers/transfer-watch.ts';
import { createTray } from '../domain/tray/tray.ts';
import type { UploadLimits } from '../domain/tray/tray.ts';
import { createMemoryKeyRing } from '../key-ring/key-ring.ts';
import { createSealedVault } from '../sealing/vault/sealed-vault.ts';
import { createFakeClock } from './fake-clock.ts';
import { partialContact, sampleAccount } from './samples.ts';
import { openTestDatabase } from './test-database-fixture.ts';
import { tokenHasherOf } from './token-hasher-fixture.ts';

export const actor: Actor = { name: 'tester', source: '192.0.2.1', requestId: 'request' };
export const oneDay: DispatchTerms = {
  lifetimeMs: day,
  ttl: '86400',
  ttlUnit: 'seconds',
  message: undefined,
};

export interface ExchangeOptions {
  limits?: Partial<UploadLimits>;
  /** Left out, one of its own in memory. The caller closes the one it passes. */
  database?: Database;
  /** How much the blob store holds; left out, it cannot tell. */
  capacityBytes?: number;
  contactsOnly?: boolean;
  contactsReplace?: boolean;
  /** Where blobs are kept on a disk; left out, they are kept in memory. */
  blobDir?: string;
  sms?: Partial<SmsPolicy>;
  mailLimits?: Partial<MailLimits>;
  /** Whether drops may have links for anyone; left out: they may. */
  anyoneLinks?: boolean;
  /** Whether senders may see links. */
  showsLinks?: boolean;
}

export type Exchange = Awaited<ReturnType<typeof openExchange>>;

/** The whole domain over real parts that keep everything in memory. */
export async function openExchange(context: TestContext, options: ExchangeOptions = {}) {
  const { capacityBytes, contactsOnly = false, contactsReplace = false } = options;
  const clock = createFakeClock();
  const randomness = seededRandomness(context.name);
  const unrehearsed = options.database ?? (await openTestDatabase(context));
  const database = rehearsed(unrehearsed);
  const blobs: BlobStore =
    options.blobDir === undefined
      ? new MemoryBlobStore({
          clock,
          ...(capacityBytes === undefined ? {} : { capacityBytes }),
        })
      : await FileBlobStore.open(options.blobDir, clock);
  const keyRing = createMemoryKeyRing(randomness, (made) => database.keyBuckets.add(made));
  const vault = createSealedVault({ blobs, installId: 'test', randomness });
  const keyHasher = { ...createSecretHasher(randomness.bytes(32)), kind: 'usual' } as const;
  const hasher = tokenHasherOf('exchange');
  const slowHasher = createSlowHasher(keyHasher, { cost: 16 });
  const auditKey = randomness.bytes(32);
  const audit = createAuditTrail({
    clock,
    chainHash: (previous, record) => chainHash(auditKey, previous, record),
  });
  const events = createEvents({ audit, randomness, clock });
  const coordination = createSingleProcessCoordination(clock);
  const secondFactorFloor: SecondFactorMode = 'off';
  const runner = createInProcessRunner({
    database,
    blobs,
    audit,
    clock,
    randomness,
  });
  const downloadLog = createDownloadLog(runner);
  const transfers = createTransfersUnderWay({
    looksAreCheap: database.look === undefined,
  });
  const stores = { database, blobs, keyRing, vault, hasher, audit, events, transfers };
  const mailLimits = { maxReceivers: 1000, mailsPerDay: 5000, ...options.mailLimits };
  const parts = {
    clock,
    randomness,
    keyGraceMs: 3 * day,
    quarantineMs: 7 * day,
    secondFactorFloor,
    keyHasher,
    slowHasher,
    defaultLifetimeMs: day,
    unsentLifetimeMs: 7 * day,
    mailLimits,
    coordination,
    ...coordination,
    runner,
    /** The same database, which runs each transaction once: for tests that count. */
    unrehearsed,
    downloadLog,
    actor,
    ...stores,
  };
  const limits = {
    maxFileBytes: undefined,
    trayQuotaBytes: undefined,
    trayLifetimeMs: 7 * day,
    minFreeBytes: 0,
    ...options.limits,
  };
  const contacts = createContacts({ ...parts, contactsOnly, contactsReplace });
  const tray = createTray({ ...parts, limits });
  const linkSecret = (id: string, generation: number) => `secret ${generation} of ${id}`;
  const anyoneRules = { anyoneLinks: options.anyoneLinks ?? true, contactsOnly };
  const dispatching = createDispatching({ ...parts, linkSecret, anyoneRules });

  const control = { linkSecret, maxLifetimeMs: 30 * day, ttlUnit: 'seconds' } as const;

  const codeKey = randomness.bytes(32);
  const codeFor = (id: MailId) => receiverCode(codeKey, id);
  const sms = {
    allowedPrefixes: ['46'],
    perDay: 200,
    perPrefixAndDay: 100,
    perAccountAndDay: 20,
    ...options.sms,
  };

  async function addAccount(email: string): Promise<Account> {
    const account = sampleAccount(email, { createdAt: clock.now() });
    await database.accounts.add(account);
    return account;
  }

  /** Uploads files, by name, in one request. */
  async function upload(account: Account, files: Record<string, string>): Promise<void> {
    const upload = await tray.beginUpload(account);
    for (const [name, text] of Object.entries(files)) {
      await upload.receive(fileOf(name, text));
    }
    await upload.commit(actor);
  }

  /** Makes these addresses the account's contacts and receivers. */
  async function choose(account: Account, ...emails: string[]): Promise<void> {
    await database.contacts.replaceLocal(account.id, []);
    const chosen = emails.map((email) => partialContact(email));
    await contacts.replace(actor, account, chosen);
    await contacts.setReceivers(actor, account, chosen);
    await tray.list(account);
  }

  /** Sends files to an address. */
  async function send(
    account: Account,
    email: string,
    files: Record<string, string>,
    lifetimeMs = day,
  ): Promise<void> {
    await choose(account, email);
    await upload(account, files);
    await dispatching.createDrop(actor, account, { ...oneDay, lifetimeMs });
  }

  const passwordParts = {
    ...parts,
    passwordHasher: createPasswordHasher(randomness.bytes(32), randomness),
    hashSlots: coordination.hashSlots.drops,
  };
  const contactBook = createContactBook(parts);
  const inbox = createInbox(parts);
  const inboxItems = createInboxItems(parts);
  const keyedInbox = createKeyedInbox({ ...parts, inboxItems, inbox });
  return {
    ...parts,
    contacts,
    contactBook,
    contactGroups: createContactGroups(parts),
    contactImports: createContactImports({ ...parts, contactBook }),
    tray,
    dispatching,
    inbox,
    inboxItems,
    keyedInbox,
    inboxLeases: createInboxLeases({ ...parts, keyedInbox }),
    auditOnce: createAuditOnce(parts),
    expiry: createExpiry({ ...parts, actor }),
    linkSecret,
    linkDownloads: createLinkDownloads(parts),
    pictures: createPictures(parts),
    codeFor,
    secondFactor: createSecondFactor({ ...parts, codeFor, sms }),
    dropPasswords: createDropPasswords(passwordParts),
    passwordEntry: createPasswordEntry({
      ...passwordParts,
      passwordLimiter: createPasswordLimiter(coordination.counters.links),
    }),
    anyoneRules,
    control: createDispatchControl({ ...parts, ...control }),
    senderControl: createSenderControl({
      ...parts,
      ...control,
      contactsOnly,
      anyoneLinks: anyoneRules.anyoneLinks,
      showsLinks: options.showsLinks ?? true,
    }),
    sent: createSent(parts),
    sentReports: createSentReports(parts),
    addAccount,
    upload,
    choose,
    send,
  };
}

/**
 * Runs all work twice, the first time in a transaction that is rolled back: all work must allow that.
 */
function rehearsed(database: Database): Database {
  return {
    ...database,
    async transact(work) {
      const rollback = new Error('rehearsed');
      await assert.rejects(
        database.transact(async (repositories) => {
          await work(repositories);
          throw rollback;
        }),
      );
      return await database.transact(work);
    },
  };
}

export function fileOf(name: string, text: string): IncomingFile {
  return { name, mediaType: 'text/plain', content: contentOf(text) };
}

/** A file of so many bytes, in large pieces. */
export function bulkyFile(name: string, sizeBytes: number): IncomingFile {
  return { name, mediaType: 'application/octet-stream', content: bulk(sizeBytes) };
}

async function* bulk(sizeBytes: number): AsyncGenerator<Buffer[]> {
  const pieceBytes = 64 * 1024;
  for (let left = sizeBytes; left > 0; left -= pieceBytes) {
    yield await Promise.resolve([Buffer.alloc(Math.min(left, pieceBytes))]);
  }
}

/** The text as a stream, a piece for each character. */
async function* contentOf(text: string): AsyncGenerator<Buffer[]> {
  for (const character of text) yield await Promise.resolve([Buffer.from(character)]);
}

export async function readAll(content: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

export async function listBlobs({ blobs }: Pick<Exchange, 'blobs'>): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of blobs.list()) keys.push(key);
  return keys;
}
