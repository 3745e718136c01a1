import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';

import { createGrants } from '../domain/grants/grants.ts';
import { day } from '../domain/model/clock.ts';
import type { DispatchReceiver } from '../domain/model/dispatch.ts';
import type { IncomingUpload } from '../domain/model/incoming-upload.ts';
import type { IncomingContent } from '../domain/transfers/transfer-memory.ts';
import type { UploadLimits } from '../domain/uploads/allowance.ts';
import { createResumableUploads } from '../domain/uploads/resumable-uploads.ts';
import type { ExchangeOptions } from './exchange-fixture.ts';
import { actor, oneDay, openExchange, readAll } from './exchange-fixture.ts';
import { readerOf } from './samples.ts';

/** Alice has given Bob, and Carl, an upload page for three days. */
export async function openGrantPages(
  context: TestContext,
  limits: Partial<UploadLimits> = {},
  options: Pick<ExchangeOptions, 'blobDir' | 'capacityBytes' | 'database'> = {},
) {
  const exchange = await openExchange(context, options);
  const { database, dispatching } = exchange;
  const all = { grantMaxFiles: 100, grantMaxBytes: undefined, maxFileBytes: undefined };
  const parts = { ...exchange, limits: { ...all, minFreeBytes: 0, ...limits } };
  const resumableUploads = createResumableUploads(parts);
  const grants = createGrants({ ...parts, resumableUploads });
  const alice = await exchange.addAccount('alice@example.com');
  await exchange.choose(alice, 'bob@example.com', 'carl@example.com');
  await dispatching.createGrant(actor, alice, { ...oneDay, lifetimeMs: 3 * day, ttl: '259200' });
  const [overview] = await database.dispatches.list({ accountId: alice.id, limit: 1 });
  assert.ok(overview);
  const [bob = assert.fail(), carl = assert.fail()] = overview.receivers;

  async function grantOf(receiver: DispatchReceiver) {
    const found = await grants.findByLink(exchange.linkSecret(receiver.id, 0));
    assert.ok(found?.isLocked === false, 'There is no open grant.');
    return found;
  }

  async function ownerOf(receiver: DispatchReceiver) {
    return (await grantOf(receiver)).owner;
  }

  async function begin(sizeBytes: number, name = 'a.txt'): Promise<IncomingUpload> {
    const file = { name, mediaType: 'text/plain', fingerprint: '', metadata: '', sizeBytes };
    return await resumableUploads.begin(actor, await ownerOf(bob), file);
  }

  /** Sends what may be less than the whole: text in one piece, or a stream of its own. */
  async function append(
    id: string,
    offset: number,
    content: string | IncomingContent,
    cutOff: () => void = () => undefined,
  ): Promise<IncomingUpload> {
    return await resumableUploads.append(await ownerOf(bob), id, {
      offset,
      declaredBytes: typeof content === 'string' ? Buffer.byteLength(content) : 0,
      content: typeof content === 'string' ? streamOf(content) : content,
      cutOff,
    });
  }

  /** An upload that has arrived as a whole. */
  async function uploadWhole(text: string, name?: string): Promise<IncomingUpload> {
    const { id } = await begin(Buffer.byteLength(text), name);
    return text === ''
      ? await resumableUploads.inspect(await ownerOf(bob), id)
      : append(id, 0, text);
  }

  return {
    ...parts,
    grants,
    resumableUploads,
    alice,
    bob,
    carl,
    grantId: overview.dispatch.id,
    grantOf,
    ownerOf,
    begin,
    append,
    uploadWhole,
  };
}

async function* streamOf(text: string): AsyncGenerator<Buffer[]> {
  yield await Promise.resolve([Buffer.from(text)]);
}

/** The text, and then a broken connection. */
export async function* brokenStream(text: string): AsyncGenerator<Buffer[]> {
  yield await Promise.resolve([Buffer.from(text)]);
  throw new Error('The line broke');
}

/** A stream that hangs after its first text until it is released, or cut. */
export function heldStream(text: string) {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const reached = Promise.withResolvers<undefined>();
  async function* content(): AsyncGenerator<Buffer[]> {
    yield await Promise.resolve([Buffer.from(text)]);
    reached.resolve(undefined);
    await promise;
  }
  return {
    content: content(),
    /** Resolves when the text was taken and more is asked for. */
    taken: reached.promise,
    letGo: () => {
      resolve(undefined);
    },
    cutOff: () => {
      reject(new Error('Cut off'));
    },
  };
}

type GrantPages = Awaited<ReturnType<typeof openGrantPages>>;

/** What Alice finds in her inbox, as [name, content] pairs. */
export async function inboxOf({ inbox, alice }: GrantPages): Promise<[string, string][]> {
  const found: [string, string][] = [];
  for (const { token, files } of (await inbox.readHistory(readerOf(alice))).inbox) {
    for (const { name, sizeBytes } of files) {
      const open = await inbox.openFile(readerOf(alice), token, name);
      found.push([name, await readAll(open.read(0, sizeBytes))]);
    }
  }
  return found;
}
