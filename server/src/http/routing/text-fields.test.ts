import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { InjectOptions } from 'fastify';
import { scopes } from '#protocol/access.ts';
import { createAccounts } from '../../domain/access/accounts.ts';
import { createAccountLinkIssue } from '../../domain/people/account-link-issue.ts';
import { hour } from '../../domain/model/clock.ts';
import { systemRandomness } from '../../platform/system.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { leastOf, processorMs } from '../../testing/processor-time.ts';
import { idFor, sampleAccount } from '../../testing/samples.ts';
import { askForLink } from '../app/inbox/inbox-fixture.ts';
import type { PeopleFixture, TestPerson } from '../app/people-fixture.ts';
import { host, openPeopleFixture, ownForm } from '../app/people-fixture.ts';
import { addDrop } from '../app/sent/sent-fixture.ts';
import { addObjectFor } from './objects-fixture.ts';
import { actions, addressOf, samples } from './route-table-fixture.ts';
import type { Way } from './hostile-content-fixture.ts';
import { contentOf, headerOf, sizeOf, waysOf } from './hostile-content-fixture.ts';
import { proofFields, tokenField } from './session-guard.ts';
import type { TableAction } from './route-table-fixture.ts';
import type { TextField } from './text-fields-fixture.ts';
import { plainValues, textFieldsOf } from './text-fields-fixture.ts';

/** What the thread that serves may take for a field of the largest size. */
const maxMs = 50;
/** Below it, the clock of the system and the rest of a request are most of what is measured. */
const floorMs = 20;
/** For twice the size. */
const maxGrowth = 2.5;
/** Text that costs too much costs it in every round; code that is compiled between two measurements does so in one. */
const maxRounds = 4;

/** The last one stands for eighteen letters. */
const hostile = [' ', '"', '[', ',', '@', '\u0301', '\ufdfa'];

const httpDir = join(import.meta.dirname, '..');

const operator = { name: 'operator', source: 'cli', requestId: '-' };

/** Headers that HTTP or browsers define, which any route may read. The test below finds one that is missing. */
const commonHeaders = [
  ...['accept', 'accept-encoding', 'accept-language', 'authorization', 'cookie', 'csrf-token'],
  ...['content-encoding', 'content-length', 'content-type', 'transfer-encoding'],
  ...['host', 'origin', 'user-agent', 'traceparent', 'x-forwarded-for', 'x-forwarded-proto'],
  ...['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since', 'if-range', 'range'],
  ...['content-digest', 'repr-digest', 'digest', 'content-md5', 'x-http-method-override'],
  ...['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest', 'access-control-request-method'],
];

/** What the headers of a part are called once they are read, and the ending of a file's name. */
const partHeaderNames = new Set(['encoding', 'digests', 'ts']);

/**
 * Whether a wrong text in a field is refused before anything else is read: what leads to an object, or proves who sent
 * it.
 */
function isJudgedFirst({ path }: TableAction, { place, name }: TextField): boolean {
  const proofs: readonly string[] = [tokenField, ...Object.values(proofFields)];
  const isLimited = path.includes('/:provider') || path === '/sign-in/code';
  const isMediaType = place === 'headers' && name === 'content-type';
  return place === 'params' || proofs.includes(name) || isLimited || isMediaType;
}

/** Whether an answer shows that the text was not refused before it was read. */
function isRead(status: number): boolean {
  return ![401, 403, 405, 413, 415, 429].includes(status);
}

/** A text of so many bytes in which one piece is repeated; ends are something else, so that no trimming helps. */
function textOf(piece: string, bytes: number): string {
  return `x${piece.repeat(Math.floor(bytes / Buffer.byteLength(piece)) - 2)}x`;
}

/** HEAD is answered by what answers GET. The audit trail comes first, while it is short. */
const measured = actions
  .filter(({ method, path, operation }) => {
    const get = actions.find((each) => each.path === path && each.method === 'GET');
    return method !== 'HEAD' || get?.operation !== operation;
  })
  .sort((a, b) => Number(b.path.includes('/audit')) - Number(a.path.includes('/audit')));

describe('no text keeps the thread that serves', () => {
  const ends: (() => Promise<void>)[] = [];
  const clock = createFakeClock();
  let fixture: PeopleFixture;
  let boss: TestPerson;
  let other: TestPerson;
  const program = { email: samples['user'] ?? '', key: 'alice-key-0123456789-0123456789-0123' };
  const basic = `Basic ${Buffer.from(`${program.email}:${program.key}`).toString('base64')}`;
  /** Of the same account, with every scope. */
  const bearerKey = 'alice-bearer-0123456789-0123456789-01';
  let programToken = '';
  let programAccount: TestPerson['account'];
  let requests = 0;

  before(async () => {
    const context = { after: (end: () => Promise<void>) => ends.push(end) };
    fixture = await openPeopleFixture(context, { clock, args: ['--show-links'] });
    boss = await fixture.addPerson('boss@example.com', { role: 'admin' });
    other = await fixture.addPerson('other@example.com');
    const { installation } = fixture;
    const accounts = createAccounts({
      ...{ database: installation.database, events: installation.events, clock, language: 'en' },
      ...{ keyHasher: installation.apiKeyHasher, slowHasher: installation.slowKeyHasher },
      randomness: systemRandomness,
    });
    const added = { ...program, number: '46700000001', role: 'api' } as const;
    programAccount = (await accounts.add(operator, added)).account;
    await installation.database.apiKeys.add({
      ...{ id: idFor('bearer key'), accountId: programAccount.id, salt: undefined, scopes },
      ...{ hash: installation.apiKeyHasher.hash(bearerKey), createdAt: 0, expiresAt: undefined },
    });
    const { body } = await fixture.app.inject({
      url: `/${program.email}/`,
      headers: { host, authorization: basic },
    });
    programToken = /name="csrftoken" value="([^"]+)"/.exec(body)?.[1] ?? assert.fail(body);
  });
  after(async () => {
    for (const end of ends) await end();
  });

  /** Values for the parameters of a path: of something that is there, as far as there can be. */
  async function paramsFor({ path, method }: TableAction): Promise<Record<string, string>> {
    const label = `${method}-${requests}${path}`.replaceAll(/\W+/g, '-').toLowerCase();
    if (path.startsWith('/d/')) {
      // Without files, since those of the fixture have no contents.
      const sent = { label, emails: ['bob@example.com'], names: [] };
      const { receivers } = await addDrop(fixture, boss, sent);
      const id = receivers[0]?.id ?? assert.fail();
      return { ...samples, secret: fixture.installation.linkSecret(id, 0) };
    }
    if (path.startsWith('/api/v1/drops/')) {
      const sent = { label, emails: ['bob@example.com'], names: ['a.pdf'] };
      const { drop, receivers } = await addDrop(fixture, { account: programAccount }, sent);
      return { ...samples, id: drop.id, receiver: receivers[0]?.id ?? assert.fail() };
    }
    if (path.startsWith('/api/v1/requests/')) {
      const owner = { ...boss, account: programAccount };
      return { ...samples, ...(await addObjectFor(path, fixture, owner, label)).params };
    }
    if (path.startsWith('/u/')) {
      const link = await askForLink(boss, label);
      return { ...samples, secret: link.slice('/u/'.length) };
    }
    if (path.startsWith('/join/') || path.startsWith('/reset/')) {
      const kind = path.startsWith('/join/') ? 'invitation' : 'reset';
      return { ...samples, secret: await accountLink(`${label}@example.com`, kind) };
    }
    const ids = /:(?!provider|name)\w+/.test(path) && path.startsWith('/app/');
    if (!ids || path === '/app/upload/:secret/tus') return samples;
    return { ...samples, ...(await addObjectFor(path, fixture, boss, label)).params };
  }

  async function accountLink(email: string, kind: 'invitation' | 'reset'): Promise<string> {
    const { database, installation } = fixture;
    await database.accounts.add(sampleAccount(email, { role: 'user', createdAt: clock.now() }));
    const issue = createAccountLinkIssue({ ...installation, hasher: installation.tokenHasher });
    return await issue.send(operator, email, kind);
  }

  /** What a request of somebody carries who may make it: headers, and the token of its form. */
  async function credentialsFor(
    { path, access }: TableAction,
    url: string,
    isProved: boolean,
  ): Promise<{ headers: Record<string, string>; token: string }> {
    if (access !== 'public' && access.scheme === 'basic') {
      const headers = { host, authorization: basic, 'csrf-token': programToken };
      return { headers, token: programToken };
    }
    if (access !== 'public' && access.scheme === 'bearer') {
      return { headers: { host, authorization: `Bearer ${bearerKey}` }, token: '' };
    }
    if (access !== 'public' && access.scheme === 'session') {
      const state = access.state ?? 'full';
      const at = isProved ? clock.now() : clock.now() - hour;
      const proof = state === 'full' ? ({ by: 'password', at } as const) : undefined;
      // Wrong codes of one account are limited.
      const { account } = path.startsWith('/app/device')
        ? await fixture.addPerson(`device-${requests}@example.com`)
        : state === 'half'
          ? other
          : boss;
      const person = await fixture.signIn(account, state, proof);
      return { headers: { ...ownForm, cookie: person.cookie }, token: person.token() };
    }
    const page = /^\/(?:sign-in|forgot|join\/:secret|reset\/:secret)(?=\/|$)/.exec(path)?.[0];
    if (page === undefined) return { headers: ownForm, token: '' };
    const shown = await fixture.app.inject({
      url: url.split('/').slice(0, page.split('/').length).join('/'),
      headers: { host, accept: 'text/html' },
    });
    const cookie = [shown.headers['set-cookie'] ?? []]
      .flat()
      .map((each) => each.split(';')[0] ?? '')
      .join('; ');
    const token = /name="csrf" value="([^"]+)"/.exec(shown.body)?.[1] ?? '';
    return { headers: { ...ownForm, cookie }, token };
  }

  /** A request to an action, with a text in one of its fields. */
  async function requestWith(
    action: TableAction,
    params: Record<string, string>,
    field: TextField,
    way: Way,
  ): Promise<(text: string) => InjectOptions> {
    const { method, path } = action;
    const isProof = Object.values<string>(proofFields).includes(field.name);
    const url = addressOf(path, params);
    const { headers, token } = await credentialsFor(action, url, !isProof);
    const others = textFieldsOf(action).filter(({ place }) => place === 'headers');
    const needed = others.flatMap(({ name }) => {
      const value = plainValues[name];
      return value === undefined ? [] : [[name, value]];
    });
    return (text) => {
      const written = { field, way, text };
      const content = contentOf(action, token, written);
      const inPath = { ...params, [field.name]: encodeURIComponent(text) };
      return {
        method,
        url:
          field.place === 'params'
            ? addressOf(path, inPath)
            : field.place === 'query'
              ? `${url}?${field.name}=${encodeURIComponent(text)}`
              : url,
        headers: {
          ...headers,
          accept: 'text/html',
          ...(Object.fromEntries(needed) as Record<string, string>),
          ...content.headers,
          ...(field.place === 'headers' && { [field.name]: headerOf(written) }),
        },
        ...(content.payload !== undefined && { payload: content.payload }),
      };
    };
  }

  /** Sends a request, of another network each time, so that no limit for strangers is reached. */
  async function send(action: TableAction, options: InjectOptions): Promise<number> {
    requests += 1;
    clock.advance(100);
    const bytes = [10, (requests >> 16) & 255, (requests >> 8) & 255, requests & 255];
    const { statusCode } = await fixture.app.inject({ ...options, remoteAddress: bytes.join('.') });
    assert.ok(statusCode < 500, `${action.method} ${action.path}: ${statusCode}`);
    return statusCode;
  }

  /** The most bytes up to `size` that are not too many for the route, and how it answers so many letters. */
  async function permitted(
    action: TableAction,
    size: number,
    request: (text: string) => InjectOptions,
  ): Promise<{ bytes: number; status: number }> {
    for (let bytes = size; ; bytes /= 2) {
      const status = await send(action, request(textOf('a', bytes)));
      if (status !== 413) return { bytes, status };
    }
  }

  /** Returns the statuses of the answers. */
  async function checkField(
    action: TableAction,
    name: string,
    size: number,
    request: (text: string) => InjectOptions,
  ): Promise<Set<number>> {
    const statuses = new Set<number>();
    for (const piece of hostile) {
      const where = `${name}: ${size} bytes of ${JSON.stringify(piece)}`;
      const spent = (bytes: number, enough: number) => {
        const options = request(textOf(piece, bytes));
        return leastOf(5, enough, () =>
          processorMs(async () => statuses.add(await send(action, options))),
        );
      };
      for (let round = 1; ; round += 1) {
        const whole = await spent(size, floorMs);
        if (whole <= floorMs) break;
        const half = await spent(size / 2, 0);
        if (whole <= maxMs && whole / Math.max(half, floorMs / 2) <= maxGrowth) break;
        assert.ok(round < maxRounds, `${where}: ${whole} ms, half of it ${half} ms`);
      }
    }
    return statuses;
  }

  for (const action of measured) {
    const fields = textFieldsOf(action);
    if (fields.length === 0) continue;
    test(`${action.method} ${action.path}`, async () => {
      const params = await paramsFor(action);
      for (const field of fields) {
        for (const way of waysOf(field)) {
          const request = await requestWith(action, params, field, way);
          const { bytes, status } = await permitted(action, sizeOf(field, way), request);
          const name = `${field.place} ${field.name}, ${way}`;
          const statuses = [status, ...(await checkField(action, name, bytes, request))];
          if (!isJudgedFirst(action, field))
            assert.ok(statuses.some(isRead), `${name}: ${statuses.join()}`);
        }
      }
    });
  }

  // Which guard reads them, what is counted, and how a body is taken: roles and proofs read no header of their own.
  const kinds = new Map(
    measured.map((action) => {
      const { access, cost, body = '', method } = action;
      const scheme = access === 'public' ? access : access.scheme;
      return [[scheme, cost, body, method].join(), action];
    }),
  );
  for (const action of kinds.values()) {
    test(`${action.method} ${action.path}: what every request may carry`, async () => {
      const params = await paramsFor(action);
      for (const name of commonHeaders) {
        const field: TextField = { place: 'headers', name, path: [], maxLength: Infinity };
        const request = await requestWith(action, params, field, 'plain');
        await checkField(action, name, sizeOf(field, 'plain'), request);
      }
    });
  }
});

describe('every text that a route reads is measured', () => {
  const sources = readdirSync(httpDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/(?:\.test|-fixture)\.ts$/.test(name))
    .map((name) => readFileSync(join(httpDir, name), 'utf8'))
    .join('\n');

  test('handlers get the fields of forms that their operations declare, and read no others', () => {
    const reads = sources.match(
      /\bform\??\.(?:get|getAll|has)\(|request\.(?:query|params|body) as/g,
    );
    // The reader of all forms itself.
    assert.deepEqual(reads, ['form?.getAll(', 'form?.getAll(']);
  });

  test('fields of multipart forms, which are streams, stand in an operation', () => {
    const declared = new Set(actions.flatMap(textFieldsOf).map(({ name }) => name));
    const read = [
      ...sources.matchAll(/\bfields\.(?:get|has)\('([^']+)'\)/g),
      ...sources.matchAll(/\bfieldName [!=]== '([^']+)'/g),
    ].map(([, name = '']) => name);
    assert.ok(read.length > 20, String(read.length));
    assert.deepEqual(
      read.filter((name) => !declared.has(name)),
      [],
    );
  });

  test('headers stand in a schema, or may stand in any request', () => {
    const declared = new Set([
      ...commonHeaders,
      ...actions.flatMap(textFieldsOf).map(({ name }) => name),
    ]);
    const destructured = [...sources.matchAll(/\{([^{}]*)\} = (?:request\.|raw\.)?headers\b/g)];
    const read = [
      ...[...sources.matchAll(/\bheaders(?:\.([a-z]+)\b(?![A-Z(])|\['([a-z-]+)'\])/g)].map(
        ([, plain, quoted]) => plain ?? quoted ?? '',
      ),
      ...destructured.flatMap(([, names = '']) =>
        names.split(',').map((each) => (/[a-z-]+/.exec(each) ?? [''])[0]),
      ),
    ].filter((name) => name !== '' && !partHeaderNames.has(name));
    assert.ok(read.length > 40, String(read.length));
    assert.deepEqual(
      read.filter((name) => !declared.has(name)),
      [],
    );
  });
});
