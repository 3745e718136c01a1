import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pino from 'pino';
import { loadBrand } from '../../brand/load-brand.ts';
import { composeMailDelivery } from '../../compose/mail-delivery.ts';
import { day, hour } from '../../domain/model/clock.ts';
import { mostFaults } from '../../domain/sandbox/planned-faults.ts';
import { languages } from '../../i18n/language.ts';
import { ourTexts } from '../../i18n/texts/texts.ts';
import { host, ownForm } from '../app/people-fixture.ts';
import { formOf } from '../upload-page/upload-page-fixture.ts';
import { openApi, openSandboxApi } from './api-fixture.ts';
import { refusal, sent } from './send-fixture.ts';

interface Mail {
  id: string;
  to: string[];
  channel: string;
  kind: string;
  state: string;
  subject: string | null;
  text: string | null;
  links: string[];
  codes: string[];
}
interface MailList {
  items: Mail[];
  next: string | null;
}
interface ClockAnswer {
  now: string;
  ahead_seconds: number;
}

describe('a sandbox', () => {
  const ends: (() => Promise<void>)[] = [];
  let fixture: Awaited<ReturnType<typeof openSandboxApi>>;
  let program: typeof fixture.program;
  let other: typeof fixture.program;

  before(async () => {
    fixture = await openSandboxApi({ after: (end: () => Promise<void>) => ends.push(end) });
    ({ program, other } = fixture);
  });
  after(async () => {
    for (const end of ends.reverse()) await end();
  });

  /** Sends two files in one request. */
  async function send(drop: object = {}) {
    const { headers, payload } = formOf(
      ['drop', JSON.stringify({ receivers: [{ email: 'bob@example.com' }], ...drop })],
      ['file', 'first', 'a.txt'],
      ['file', 'the second', 'b.txt'],
    );
    const made = sent(await program.ask('POST', '/drops', headers, payload));
    const [receiver = assert.fail()] = made.receivers;
    return { ...made, receiver };
  }

  /** Delivers what waits, as the job does. */
  async function deliver() {
    const { installation, config, coordination } = fixture;
    // A server that was told of a mail server, and must not use it.
    const given = { ...config, smtpHost: '192.0.2.1', smsGatewayUrl: 'https://sms.example.com' };
    const delivery = await composeMailDelivery(installation, given, {
      log: pino({ level: 'silent' }),
      brand: () => loadBrand(config),
      coordination: () => coordination,
      origin: () => `http://${host}`,
    });
    await delivery.deliverDue('mail', new AbortController().signal);
    await delivery.deliverDue('sms', new AbortController().signal);
    delivery.close();
  }

  async function read<Answer>(path: string): Promise<Answer> {
    const answer = await program.ask('GET', path);
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json<Answer>();
  }

  async function receiverOf(dropId: string) {
    const { receivers } = await read<{ receivers: { state: string }[] }>(`/drops/${dropId}`);
    return receivers[0]?.state;
  }

  test('captures mails in place of sending them, and shows them to their account only', async () => {
    const { receiver } = await send();
    const [waiting = assert.fail()] = (await read<MailList>('/sandbox/mails')).items;
    assert.deepEqual([waiting.state, waiting.subject, waiting.text], ['waiting', null, null]);
    await deliver();
    const { items } = await read<MailList>('/sandbox/mails');
    const [mail = assert.fail()] = items;
    assert.deepEqual(mail.to, ['bob@example.com']);
    assert.deepEqual([mail.channel, mail.kind, mail.state], ['mail', 'download', 'captured']);
    assert.match(mail.subject ?? '', /2 files/);
    assert.match(mail.links[0] ?? '', /^http:\/\/localhost:8080\/d\/[\w-]{43}$/);
    assert.ok(mail.text?.includes(mail.links[0] ?? ''));
    assert.deepEqual(mail.codes, []);
    assert.deepEqual(await read(`/sandbox/mails/${mail.id}`), mail);
    assert.equal((await other.ask('GET', `/sandbox/mails/${mail.id}`)).statusCode, 404);
    assert.equal((await program.ask('GET', `/sandbox/mails/${receiver.id}`)).statusCode, 404);
    assert.equal((await program.ask('GET', '/sandbox/mails/x')).statusCode, 404);
    assert.deepEqual((await other.ask('GET', '/sandbox/mails')).json(), { items: [], next: null });
  });

  test('lists mails in parts, the newest first', async () => {
    await send();
    fixture.clock.advance(hour);
    await send();
    const all = (await read<MailList>('/sandbox/mails')).items.map(({ id }) => id);
    const first = await read<MailList>('/sandbox/mails?limit=1');
    assert.deepEqual(
      first.items.map(({ id }) => id),
      all.slice(0, 1),
    );
    const rest = await read<MailList>(`/sandbox/mails?after=${first.next ?? ''}`);
    assert.deepEqual(
      rest.items.map(({ id }) => id),
      all.slice(1),
    );
    assert.equal(rest.next, null);
    const stolen = await other.ask('GET', `/sandbox/mails?after=${first.next ?? ''}`);
    assert.equal(stolen.statusCode, 400);
  });

  test('shows the codes of receivers', async () => {
    const { secret } = await withCode();
    const answer = await fixture.app.inject({
      method: 'POST',
      url: `/d/${secret}/code`,
      headers: ownForm,
      payload: 'channel=email',
    });
    assert.ok(answer.statusCode < 400, answer.body);
    await deliver();
    const { items } = await read<MailList>('/sandbox/mails');
    const mail = items.find(({ kind }) => kind === 'code') ?? assert.fail('no code was sent');
    assert.equal(mail.codes.length, 1);
    assert.match(mail.codes[0] ?? '', /^\d{8}$/);
    assert.ok(mail.text?.replaceAll(/\s/g, '').includes(mail.codes[0] ?? ''));
  });

  async function withCode() {
    const drop = await send({ options: { second_factor: 'email' } });
    await deliver();
    const { items } = await read<MailList>('/sandbox/mails');
    const link = items.find(({ kind }) => kind === 'download')?.links[0] ?? '';
    return { ...drop, secret: link.slice(link.lastIndexOf('/') + 1) };
  }

  test('plays a receiver, with all that follows a download', async () => {
    const { id, receiver } = await send();
    const path = `/sandbox/receivers/${receiver.id}/fetch`;
    assert.equal(await receiverOf(id), 'waiting');
    assert.equal((await other.post(path, {})).statusCode, 404);
    assert.equal(await receiverOf(id), 'waiting');
    const played = await program.ask('POST', path);
    assert.equal(played.statusCode, 200, played.body);
    assert.deepEqual(played.json(), { files: 2, bytes: 'first'.length + 'the second'.length });
    assert.equal(await receiverOf(id), 'completed');
    const { items } = await read<{ items: { kind: string; drop?: string }[] }>('/events');
    const kinds = items.filter(({ drop }) => drop === id).map(({ kind }) => kind);
    assert.deepEqual(kinds, [
      'drop.created',
      'receiver.opened',
      'receiver.file_completed',
      'receiver.file_completed',
      'receiver.completed',
      'drop.completed',
    ]);
  });

  test('plays a receiver who would have to enter a code', async () => {
    const { id, receiver } = await withCode();
    assert.equal(
      (await program.ask('POST', `/sandbox/receivers/${receiver.id}/fetch`)).statusCode,
      200,
    );
    assert.equal(await receiverOf(id), 'completed');
  });

  test('plays no receiver who could not fetch', async () => {
    const revoked = await send();
    await program.post(`/drops/${revoked.id}/revoke`, {});
    const over = await program.ask('POST', `/sandbox/receivers/${revoked.receiver.id}/fetch`);
    assert.deepEqual(refusal(over).slice(0, 2), [409, 'dispatch_ended']);
    for (const id of [revoked.id, 'x', 'A'.repeat(22)]) {
      const answer = await program.ask('POST', `/sandbox/receivers/${id}/fetch`);
      assert.equal(answer.statusCode, 404, id);
    }
    const limited = await send({ options: { download_limit: 1 } });
    const path = `/sandbox/receivers/${limited.receiver.id}/fetch`;
    assert.equal((await program.ask('POST', path)).statusCode, 200);
    assert.deepEqual(refusal(await program.ask('POST', path)).slice(0, 2), [403, 'download_limit']);
  });

  test('moves its clock forward, for every reader, once for each key', async () => {
    const { id } = await send({ expires_in: 12 * 86_400 });
    const start = await read<ClockAnswer>('/sandbox/clock');
    const headers = { 'idempotency-key': 'ten days' };
    for (const replayed of [undefined, 'true']) {
      const answer = await program.post(
        '/sandbox/clock',
        { advance_seconds: 10 * 86_400 },
        headers,
      );
      assert.equal(answer.statusCode, 200, answer.body);
      assert.equal(answer.headers['idempotent-replayed'], replayed);
      const { now, ahead_seconds } = answer.json<ClockAnswer>();
      assert.equal(Date.parse(now) - Date.parse(start.now), 10 * day);
      assert.equal(ahead_seconds, start.ahead_seconds + 10 * 86_400);
    }
    assert.equal((await read<{ state: string }>(`/drops/${id}`)).state, 'live');
    const to = new Date(Date.parse(start.now) + 13 * day).toISOString();
    const there = (await program.post('/sandbox/clock', { now: to })).json<ClockAnswer>();
    assert.equal(there.now, to);
    assert.equal((await read<{ state: string }>(`/drops/${id}`)).state, 'expired');
    assert.deepEqual((await other.ask('GET', '/sandbox/clock')).json(), there);
  });

  test('never moves its clock back, or where no clock is', async () => {
    const before = await read<ClockAnswer>('/sandbox/clock');
    const wrong = [
      {},
      { advance_seconds: -1 },
      { advance_seconds: 315_360_000 },
      { advance_seconds: 1, now: before.now },
      { now: 'tomorrow' },
      { now: '2027-02-30T00:00:00Z' },
      { now: new Date(Date.parse(before.now) - 1000).toISOString() },
      { now: '2090-01-01T00:00:00Z' },
    ];
    for (const body of wrong) {
      const answer = await program.post('/sandbox/clock', body);
      assert.equal(answer.statusCode, 422, `${JSON.stringify(body)}: ${answer.body}`);
    }
    assert.deepEqual(await read('/sandbox/clock'), before);
  });

  test('answers the next requests of an account with the faults that it planned', async () => {
    const plan = (fault: object) => program.post('/sandbox/faults', fault);
    assert.equal((await plan({ status: 503, count: 2 })).statusCode, 200);
    assert.equal((await plan({ status: 429, path: '/api/v1/drops' })).statusCode, 200);
    assert.deepEqual(await read('/sandbox/faults'), {
      items: [
        { status: 503, count: 2, path: null },
        { status: 429, count: 1, path: '/api/v1/drops' },
      ],
    });
    assert.equal((await other.ask('GET', '/me')).statusCode, 200);
    for (const path of ['/me', '/drops']) {
      const answer = await program.ask('GET', path);
      assert.deepEqual(refusal(answer), [503, 'unavailable', 'later']);
      assert.equal(answer.headers['retry-after'], '1');
    }
    assert.equal((await program.ask('GET', '/me')).statusCode, 200);
    const limited = await program.ask('GET', '/drops?limit=1');
    assert.deepEqual(refusal(limited), [429, 'too_many_requests', 'later']);
    assert.equal(limited.headers['retry-after'], '1');
    assert.equal((await program.ask('GET', '/drops')).statusCode, 200);
    assert.deepEqual(await read('/sandbox/faults'), { items: [] });
  });

  test('forgets faults that are cleared, and keeps those of others', async () => {
    await program.post('/sandbox/faults', { status: 503, count: 10_000 });
    await other.post('/sandbox/faults', { status: 503 });
    assert.equal((await program.ask('DELETE', '/sandbox/faults')).statusCode, 204);
    assert.equal((await program.ask('GET', '/me')).statusCode, 200);
    assert.equal((await other.ask('GET', '/me')).statusCode, 503);
  });

  test('plans no fault that there is not, and not too many', async () => {
    const wrong = [{}, { status: 500 }, { status: 503, count: 0 }, { status: 503, path: 'me' }];
    for (const fault of wrong) {
      const answer = await program.post('/sandbox/faults', fault);
      assert.equal(answer.statusCode, 422, `${JSON.stringify(fault)}: ${answer.body}`);
    }
    const body = { status: 'cut', path: '/nowhere' };
    for (let made = 0; made < mostFaults; made += 1) await program.post('/sandbox/faults', body);
    const answer = await program.post('/sandbox/faults', body);
    assert.deepEqual(refusal(answer).slice(0, 2), [409, 'state_conflict']);
    await program.ask('DELETE', '/sandbox/faults');
  });

  test('takes no key without its prefix, whatever is stored', async () => {
    const { database, installation } = fixture;
    const usual = 'usual-key-0123456789-0123456789-0123456789';
    await database.apiKeys.add({
      ...{ id: 'B'.repeat(22) as never, accountId: program.account.id, salt: undefined },
      ...{ hash: installation.apiKeyHasher.hash(usual), createdAt: 0, expiresAt: undefined },
    });
    assert.equal(
      (await program.ask('GET', '/me', { authorization: `Bearer ${usual}` })).statusCode,
      401,
    );
    const basic = Buffer.from(`program@example.com:${usual}`).toString('base64');
    assert.equal(
      (await program.ask('GET', '/me', { authorization: `Basic ${basic}` })).statusCode,
      401,
    );
    await assert.rejects(
      fixture.accounts.rotateKey(fixture.operator, 'program@example.com', {
        overlapMs: 0,
        key: usual,
      }),
      /must begin with vk_test_/,
    );
  });

  test('says on every answer and every page that it is one, in every language', async () => {
    for (const language of languages) {
      const page = await fixture.app.inject({
        url: `/sign-in?lang=${language}`,
        headers: { host },
      });
      assert.equal(page.headers['x-valise-sandbox'], 'true');
      assert.ok(page.body.includes(ourTexts[language].download.sandbox), language);
    }
    for (const url of ['/', '/d/none', '/u/none', '/nowhere', '/api', '/api/v1/errors/invalid']) {
      const accept = 'text/html';
      const { headers, body } = await fixture.app.inject({ url, headers: { host, accept } });
      assert.equal(headers['x-valise-sandbox'], 'true', url);
      if (String(headers['content-type']).startsWith('text/html')) {
        assert.ok(body.includes(ourTexts.en.download.sandbox), url);
      }
    }
    for (const path of ['/me', '/nowhere']) {
      assert.equal((await program.ask('GET', path)).headers['x-valise-sandbox'], 'true', path);
    }
  });
});

test('a server that is no sandbox has none of this, and takes no key of one', async (t) => {
  const { app, program, database, installation, accounts, operator } = await openApi(t);
  for (const path of ['/sandbox/mails', '/sandbox/clock', '/sandbox/faults']) {
    const answer = await program.ask('GET', path);
    assert.equal(answer.statusCode, 404);
    assert.equal(answer.headers['x-valise-sandbox'], undefined);
  }
  assert.equal((await program.post('/sandbox/clock', { advance_seconds: 1 })).statusCode, 404);
  const page = await app.inject({ url: '/sign-in', headers: { host } });
  assert.doesNotMatch(page.body, /sandbox for tests/);
  const key = 'vk_test_0123456789-0123456789-0123456789-0123';
  await database.apiKeys.add({
    ...{ id: 'B'.repeat(22) as never, accountId: program.account.id, salt: undefined },
    ...{ hash: installation.apiKeyHasher.hash(key), createdAt: 0, expiresAt: undefined },
  });
  assert.equal(
    (await program.ask('GET', '/me', { authorization: `Bearer ${key}` })).statusCode,
    401,
  );
  const basic = Buffer.from(`program@example.com:${key}`).toString('base64');
  assert.equal(
    (await program.ask('GET', '/me', { authorization: `Basic ${basic}` })).statusCode,
    401,
  );
  const chosen = { email: 'new@example.com', number: '46700000001', role: 'api', key } as const;
  await assert.rejects(accounts.add(operator, chosen), /must not begin with vk_test_/);
});
