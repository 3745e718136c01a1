import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { alice, formOf, openUploadPageFixture } from '../upload-page/upload-page-fixture.ts';

const letters = Array.from({ length: 50 }, (_, index) => index);
const interruptions = 10;
const enclosure = 'What to bring to the ward. '.repeat(40);
const letterName = (index: number): string => `letter-${index}.pdf`;
const letterText = (index: number): string => `Dear patient ${index}, `.repeat(20 + index);
const patient = (index: number): string => `patient-${index}@example.com`;
const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex');

/** How a client can die at a request. */
const deaths = ['before it', 'within its body', 'without its answer', 'after it'] as const;

class Killed extends Error {}

/** Numbers from 0 to 1, the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Sends a request and dies as `death` says, or reads the answer. */
async function send(
  options: RequestOptions,
  body: Buffer,
  death?: (typeof deaths)[number],
): Promise<{ status: number; removed: string | undefined; body: string }> {
  if (death === 'before it') throw new Killed();
  const call = request({ ...options, method: 'POST', agent: false });
  call.setHeader('content-length', body.length);
  if (death === 'within its body' || death === 'without its answer') {
    call.on('error', () => undefined);
    const sent = death === 'within its body' ? body.subarray(0, body.length / 2) : body;
    await new Promise<void>((resolve) => {
      call.write(sent, () => {
        resolve();
      });
    });
    call.destroy();
    throw new Killed();
  }
  const answer = await answerTo(call, body);
  const read = {
    status: answer.statusCode ?? 0,
    removed: answer.headers['tray-removed'] as string | undefined,
    body: await text(answer),
  };
  if (death === 'after it') throw new Killed();
  return read;
}

function answerTo(call: ClientRequest, body: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    call.on('error', reject).on('response', resolve).end(body);
  });
}

/** A job that sends letters, each under a key of its own, and can be killed at any of its requests. */
async function openJob(context: TestContext, random: () => number) {
  const { app, database } = await openUploadPageFixture(context);
  const origin = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const headers: Record<string, string> = {
    host: 'localhost:8080',
    authorization: `Basic ${Buffer.from(`${alice.email}:${alice.key}`).toString('base64')}`,
  };
  const page = await app.inject({ url: `/${alice.email}/`, headers });
  headers['csrf-token'] = /name="csrftoken" value="([^"]+)"/.exec(page.body)?.[1] ?? '';

  /** Requests that are left until the job is killed. */
  let left = Infinity;
  const account = await database.accounts.findByEmail(alice.email);
  assert.ok(account);

  function optionsOf(operation: string, more: Record<string, string>): RequestOptions {
    return {
      host: origin.hostname,
      port: origin.port,
      path: `/${alice.email}/cgi/${operation}.cgi`,
      headers: { ...headers, ...more },
    };
  }

  /** A request of the job. Repeats it while an upload of a killed run has not ended. */
  async function call(operation: string, more: Record<string, string>, body: Buffer) {
    for (;;) {
      left -= 1;
      const death = left === 0 ? deaths[Math.floor(random() * deaths.length)] : undefined;
      const answer = await send(optionsOf(operation, more), body, death);
      if (answer.status !== 409 || !answer.body.includes('upload_in_progress')) {
        assert.equal(answer.status, 200, `${operation}: ${answer.body}`);
        return answer;
      }
      await delay(5);
    }
  }

  const json = { 'content-type': 'application/json' };
  const keyOf = (index: number) => ({ 'idempotency-key': `night run, letter ${index}` });
  const post = (operation: string, body: unknown, more: Record<string, string> = {}) =>
    call(operation, { ...json, ...more }, Buffer.from(JSON.stringify(body)));

  /** A request that the network kept back, of a letter that was sent. */
  async function arriveLate(before: number): Promise<void> {
    const index = Math.floor(random() * before);
    const late = await send(
      optionsOf('createdrop', { ...json, ...keyOf(index) }),
      Buffer.from('{}'),
    );
    assert.deepEqual([late.status, late.removed], [200, '0'], late.body);
  }

  return {
    database,
    account,
    async prepare() {
      await post(
        'contacts_add',
        letters.map((index) => ({ email: patient(index) })),
      );
      assert.equal(
        (await app.inject({ url: `/${alice.email}/cgi/get_files.cgi`, headers })).statusCode,
        200,
      );
    },

    /** Sends every letter. With `requests`, the job is killed at this one. */
    async run(requests = Infinity): Promise<void> {
      left = requests;
      for (const index of letters) {
        await post('receivers_set', [{ email: patient(index) }]);
        if (index > 0 && random() < 0.1) await arriveLate(index);
        const form = formOf(
          ['do', 'upload'],
          ['file', letterText(index), letterName(index)],
          ['file', enclosure, 'enclosure.pdf'],
        );
        await call('upload', form.headers, form.payload);
        if (index > 0 && random() < 0.1) await arriveLate(index);
        await post('createdrop', {}, keyOf(index));
        if (random() < 0.1) await arriveLate(index + 1);
      }
    },
  };
}

test('a batch of letters that share an enclosure, killed ten times and run again with the same keys, sends each letter once, whole, and to its own receiver', async (context) => {
  const random = seeded(25);
  const job = await openJob(context, random);
  await job.prepare();
  const { database, account } = job;
  for (let kill = 0; kill < interruptions; kill += 1) {
    const at = 1 + Math.floor(random() * letters.length * 3);
    await assert.rejects(job.run(at), Killed, `run ${kill} was to be killed at request ${at}`);
  }
  await job.run();

  const history = await database.dispatches.listHistory(account.id);
  assert.equal(history.length, letters.length);
  for (const [index, { dispatch, receivers }] of history.reverse().entries()) {
    assert.deepEqual(
      receivers.map(({ email }) => email),
      [patient(index)],
    );
    const files = await database.files.listInDispatch(dispatch.id);
    assert.deepEqual(files.map((file) => [file.name, file.sha256.toString('hex')]).sort(), [
      ['enclosure.pdf', sha256(enclosure)],
      [letterName(index), sha256(letterText(index))],
    ]);
  }
  assert.deepEqual(await database.files.listTray(account.id), []);
  assert.deepEqual(await database.contacts.listReceivers(account.id), []);
});
