import type { TestContext } from 'node:test';
import { createAccounts } from '../../domain/access/accounts.ts';
import { day } from '../../domain/model/clock.ts';
import type { Contact } from '../../domain/model/contact.ts';
import type { Dispatch } from '../../domain/model/dispatch.ts';
import { openTestApp } from '../../compose/test-app-fixture.ts';
import { systemClock, systemRandomness } from '../../platform/system.ts';
import { sampleDispatch, sampleReceiver } from '../../testing/samples.ts';

export const alice = { email: 'alice@clinic.example', key: 'alice-key-0123456789-0123456789-0123' };
const operator = { name: 'operator', source: 'cli', requestId: '-' };

export type UploadPageFixture = Awaited<ReturnType<typeof openUploadPageFixture>>;

/** A whole server, with an account that grants upload pages. */
export async function openUploadPageFixture(context: TestContext, ...args: string[]) {
  const { app, installation } = await openTestApp(context, { args });
  const { database, events, slowKeyHasher: slowHasher, apiKeyHasher, tokenHasher } = installation;
  const accounts = createAccounts({
    database,
    events,
    keyHasher: apiKeyHasher,
    slowHasher,
    randomness: systemRandomness,
    clock: systemClock,
    language: 'en',
  });
  await accounts.add(operator, { ...alice, number: '46700000001', role: 'api' });

  /** A grant to one contact, and the address of its page. */
  async function lend(
    overrides: Partial<Dispatch> = {},
    contact: Partial<Contact> = {},
  ): Promise<{ url: string; grant: Dispatch; receiver: ReturnType<typeof sampleReceiver> }> {
    const account = await database.accounts.findByEmail(alice.email);
    if (account === undefined) throw new Error('The account is gone');
    const secret = systemRandomness.bytes(32).toString('base64url');
    const now = systemClock.now();
    const grant = sampleDispatch(account, secret, {
      kind: 'grant',
      createdAt: now,
      expiresAt: now + 7 * day,
      ttl: '604800',
      message: 'Please send the signed contract.',
      ...overrides,
    });
    const linkHash = tokenHasher.hash('link', secret);
    const receiver = sampleReceiver(grant, 'bob@example.com', { linkHash, ...contact });
    await database.dispatches.add(grant, [receiver]);
    return { url: `/u/${secret}`, grant, receiver };
  }

  return { app, database, blobs: installation.blobs, lend, codeFor: installation.codeFor };
}

/** A form of files and fields, as a browser writes it. */
export function formOf(...parts: [name: string, value: string | Buffer, fileName?: string][]) {
  const boundary = 'send-back-5d0f3c8a';
  const pieces = parts.flatMap(([name, value, fileName]) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"`;
    return [
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`,
      value,
      '\r\n',
    ];
  });
  return {
    payload: Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece))),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
