import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendFiles } from '../contract/send-files.ts';
import { assertError, assertSameAnswer, assertStandardHeaders } from '../contract/assert-answer.ts';
import { eventually } from '../harness/eventually.ts';
import type { Answer } from '../harness/exchange.ts';
import { exchange } from '../harness/exchange.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { lendPage } from './lend-page.ts';
import { operatorOf } from './operator.ts';

const { server, clients } = await startExchange(['anna']);
const { anna } = clients;
const operator = operatorOf(server);
const shortLived = { desttime: 5 };

const asPerson = { accept: 'text/html', 'accept-language': 'sv' };
const asProgram = { accept: 'application/json' };

async function look(path: string, headers: Record<string, string>): Promise<Answer> {
  return await exchange(server.url, { path, headers });
}

const pages = {
  d: {
    kind: 'download',
    make: (to: string, terms: object) => sendFiles(anna, [to], { 'a.txt': 'a' }, terms),
    says: /De här filerna finns inte längre här/,
  },
  u: {
    kind: 'upload',
    make: (to: string, terms: object) => lendPage(anna, [to], terms),
    says: /Sidan är inte längre öppen/,
  },
};

for (const [letter, { kind, make, says }] of Object.entries(pages)) {
  /** A link that led somewhere, was told of, and does not lead there any more. */
  async function makeExpired(): Promise<string> {
    await make(`late-${kind}@example.org`, shortLived);
    const { pathname } = new URL(await operator.getLink(kind, `late-${kind}@example.org`));
    assert.equal((await look(pathname, asPerson)).status, 200, 'it is alive at first');
    await eventually('the link expires', async () => {
      return (await look(pathname, asPerson)).status === 404 || undefined;
    });
    return pathname;
  }

  async function makeRevoked(): Promise<string> {
    await make(`gone-${kind}@example.org`, {});
    const { pathname } = new URL(await operator.getLink(kind, `gone-${kind}@example.org`));
    assert.equal((await look(pathname, asPerson)).status, 200, 'it is alive at first');
    const [newest] = await operator.listDrops();
    await operator.revoke(newest?.id ?? '');
    return pathname;
  }

  test(`a ${kind} link that expired, was revoked or never was: one answer`, async () => {
    const paths = [await makeExpired(), await makeRevoked(), `/${letter}/${'A'.repeat(43)}`];
    const [expired, ...others] = await Promise.all(
      paths.map(async (path) => ({
        page: await look(path, asPerson),
        json: await look(path, asProgram),
      })),
    );
    assert.ok(expired !== undefined);
    assert.equal(expired.page.status, 404);
    assertStandardHeaders(expired.page.headers);
    assert.match(expired.page.text(), says);
    assert.match(expired.page.text(), /<html lang="sv"/);
    assertError(expired.json, 404, 'not_found');
    for (const { page, json } of others) {
      assert.deepEqual(page.body, expired.page.body);
      assert.deepEqual(headerNames(page), headerNames(expired.page));
      assert.deepEqual(headerNames(json), headerNames(expired.json));
      assertSameAnswer(page, expired.page);
      assertSameAnswer(json, expired.json);
    }
  });
}

function headerNames({ rawHeaders }: Answer): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 0);
}
