import type { TestContext } from 'node:test';
import pino from 'pino';
import { day } from '../../domain/model/clock.ts';
import { mediaTypeOf } from '../../domain/model/media-type.ts';
import type { DispatchOverview, DispatchReceiver } from '../../domain/model/dispatch.ts';
import type { SecondFactorMode } from '../../domain/model/receiver-code.ts';
import type { Visibility } from '../../domain/model/account.ts';
import { createMailChoice } from '../../domain/notices/mail-limits.ts';
import { createReminderChoice } from '../../domain/dispatches/reminding.ts';
import { actor, openExchange } from '../../testing/exchange-fixture.ts';
import { idFor, partialContact, sampleAccount } from '../../testing/samples.ts';
import { createApp } from '../app.ts';
import { ourTranslations } from '../../i18n/texts/translation.ts';
import { loadAssets } from '../assets/load-assets.ts';
import { loadFont } from '../assets/font.ts';
import type { Services } from '../routing/route.ts';
import { createRefusalLog } from '../../health/refusal-log.ts';

const webDir = new URL('../../../../web/', import.meta.url).pathname;
const fontDir = new URL('../../../../build/font/', import.meta.url).pathname;

const brand = {
  serviceName: 'Valise',
  supportAddress: undefined,
  logo: undefined,
  accent: undefined,
};

interface DropOptions {
  emails?: string[];
  /** What the receivers are known to read. */
  language?: string;
  message?: string;
  lifetimeMs?: number;
  visibility?: Partial<Visibility>;
  secondFactor?: SecondFactorMode;
  /** The receivers' mobile number. */
  number?: string;
  /** What receivers enter besides. */
  password?: string;
  downloadLimit?: number;
}

/** A drop, and the secret in the link of its first receiver. */
export interface SentDrop extends DispatchOverview {
  receiver: DispatchReceiver;
  secret: string;
}

export type DownloadPageFixture = Awaited<ReturnType<typeof openDownloadPageFixture>>;

/** The HTTP server over a whole exchange in memory, with drops to be received. */
export async function openDownloadPageFixture(
  context: TestContext,
  { language = 'en', log = pino({ level: 'silent' }) } = {},
) {
  const exchange = await openExchange(context);
  const { database, hasher, randomness, clock } = exchange;
  const reminderChoice = createReminderChoice(exchange);
  const app = createApp({
    // The routes under test need no more than the exchange has.
    services: {
      ...exchange,
      reminderChoice,
      mailChoice: createMailChoice(exchange),
      counters: exchange.coordination.counters,
      slots: exchange.coordination.slots,
      followers: { stop: () => undefined },
    } as unknown as Services,
    refusals: createRefusalLog({ log, clock }),
    readiness: () => Promise.resolve({ status: 'ok', checks: {} }),
    brand: () => brand,
    isInstallable: true,
    assets: loadAssets(webDir, { font: await loadFont(fontDir) }),
    log,
    randomness,
    tls: undefined,
    securityContact: undefined,
    securityPolicyUrl: undefined,
    translations: ourTranslations,
    language,
    timeZone: 'UTC',
    publicUrl: undefined,
    alsoHosts: [],
    apiOrigins: [],
    trustedProxies: [],
    maxJsonBytes: 1_000_000,
    cgi: {
      maxFiles: 100,
      terms: { unit: 'seconds', defaultMs: day, minMs: 1000, maxMs: 365 * day },
    },
    requestsPerMinute: 0,
    requestsPerLink: 0,
    stallMs: 60_000,
    secondFactorFloor: 'off',
  });
  context.after(() => app.close());

  /** Sends files, by name, and gives the first receiver a link that the test knows. */
  async function drop(
    files: Record<string, string | Buffer>,
    options: DropOptions = {},
  ): Promise<SentDrop> {
    const { emails = ['bob@example.com'], lifetimeMs = 7 * day, message, visibility } = options;
    const id = idFor<SentDrop['dispatch']['accountId']>(randomness.bytes(8).toString('hex'));
    const account = sampleAccount(`anna-${id.slice(0, 4).toLowerCase()}@clinic.example`, { id });
    Object.assign(account.visibility, visibility);
    account.secondFactor = options.secondFactor ?? 'off';
    await database.accounts.add(account);
    await exchange.choose(account, ...emails);
    await exchange.contacts.setReceivers(
      actor,
      account,
      emails.map((email) =>
        partialContact(email, { language: options.language, number: options.number }),
      ),
    );
    const upload = await exchange.tray.beginUpload(account);
    for (const [name, content] of Object.entries(files)) {
      await upload.receive({
        name,
        mediaType: mediaTypeOf(undefined, name),
        content: inPieces(Buffer.from(content)),
      });
    }
    await upload.commit(actor);
    await exchange.dispatching.createDrop(actor, account, {
      lifetimeMs,
      ttl: '7',
      ttlUnit: 'days',
      message,
      ...(options.downloadLimit !== undefined && { downloadLimit: options.downloadLimit }),
      ...(options.password !== undefined && {
        password: await exchange.dropPasswords.prepare(account, options.password),
      }),
    });

    const [overview] = await database.dispatches.list({ accountId: account.id, limit: 1 });
    if (overview === undefined) throw new Error('Nothing was sent');
    return await withKnownLink(overview, overview.receivers[0]);
  }

  /** Gives a receiver a link that the test knows. */
  async function withKnownLink(
    overview: DispatchOverview,
    receiver: DispatchReceiver | undefined,
  ): Promise<SentDrop> {
    if (receiver === undefined) throw new Error('There is no such receiver');
    const secret = randomness.bytes(32).toString('base64url');
    await database.dispatches.setLink(receiver.id, {
      hash: hasher.hash('link', secret),
      generation: 1,
    });
    return { ...overview, receiver, secret };
  }

  /** The same drop, by a link for anyone that is made for it. */
  async function openToAnyone({ dispatch }: SentDrop): Promise<SentDrop> {
    const verbs = exchange.senderControl.of({ id: dispatch.accountId }, 'drop');
    const { receivers } = await verbs.makeLink(actor, dispatch.id);
    const overview = await database.dispatches.find(dispatch.id);
    if (overview === undefined) throw new Error('The drop is gone');
    return await withKnownLink(
      overview,
      overview.receivers.find(({ id }) => id === receivers[0]),
    );
  }

  /** The files that the receiver is credited with, by name. */
  async function completed({ receiver, files }: SentDrop): Promise<string[]> {
    // A download is recorded after its answer has ended.
    await exchange.transfers.ended();
    const downloads = await database.downloads.listFor(receiver.id);
    const done = new Set(
      downloads.flatMap(({ fileId, completedAt }) => (completedAt === undefined ? [] : [fileId])),
    );
    return files.filter((file) => done.has(file.id)).map(({ name }) => name);
  }

  /** Presses the button of an address, and returns the address that counts. */
  async function press(url: string): Promise<string> {
    const { statusCode, headers } = await app.inject({ method: 'POST', url });
    if (statusCode !== 303) throw new Error(`The button was answered with ${statusCode}`);
    return String(headers.location);
  }

  return { ...exchange, app, clock, drop, openToAnyone, completed, press };
}

/** The address of one file of a drop. */
export function fileAddress({ secret, files }: SentDrop, name: string): string {
  const file = files.find((candidate) => candidate.name === name);
  return `/d/${secret}/files/${file?.id ?? 'none'}/${encodeURIComponent(name)}`;
}

async function* inPieces(content: Buffer): AsyncGenerator<Buffer[]> {
  for (let at = 0; at < content.length; at += 65_536) {
    yield await Promise.resolve([Buffer.from(content.subarray(at, at + 65_536))]);
  }
}
