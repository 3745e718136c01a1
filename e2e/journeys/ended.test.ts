import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, assertSameAnswer, assertStandardHeaders } from '../contract/assert-answer.ts';
import { sendFiles } from '../contract/send-files.ts';
import { eventually } from '../harness/eventually.ts';
import type { Answer } from '../harness/exchange.ts';
import { exchange } from '../harness/exchange.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { lendPage } from './lend-page.ts';
import { linksIn, Mailbox } from './mailbox.ts';
import { operatorOf } from './operator.ts';

const asPerson = { accept: 'text/html', 'accept-language': 'sv' };
const asProgram = { accept: 'application/json' };
/** Long enough for the mail to leave before the link is over. */
const shortLife = { desttime: 8 };

const mailbox = await Mailbox.open();
const { server, clients } = await startExchange(['anna'], { settings: mailbox.settings });
const { anna } = clients;
const operator = operatorOf(server);

const late = 'late@example.org';
const revoked = 'revoked@example.org';
await sendFiles(anna, [late], { 'a.txt': 'a' }, shortLife);
await lendPage(anna, [late], shortLife);
await sendFiles(anna, [revoked], { 'a.txt': 'a' });
await lendPage(anna, [revoked]);

async function look(path: string, headers: Record<string, string>): Promise<Answer> {
  return await exchange(server.url, { path, headers });
}

/** The path of a link from a mail, after it was seen to lead somewhere. */
async function livePath(to: string, subject: RegExp): Promise<string> {
  const [link = ''] = linksIn(await mailbox.getMail(to, subject));
  const { pathname } = new URL(link);
  assert.equal((await look(pathname, asPerson)).status, 200, `${pathname} is alive at first`);
  return pathname;
}

const livePaths = {
  d: [await livePath(late, /sent you/), await livePath(revoked, /sent you/)],
  u: [await livePath(late, /asks you/), await livePath(revoked, /asks you/)],
};
const [grant, drop] = await operator.listDrops();
await operator.revoke(grant?.id ?? '');
await operator.revoke(drop?.id ?? '');
for (const [path = ''] of Object.values(livePaths)) {
  await eventually('the link expires', async () => {
    return (await look(path, asPerson)).status === 404 || undefined;
  });
}

const texts = {
  d: /De här filerna är inte längre tillgängliga/,
  u: /Sidan är inte längre tillgänglig/,
};

for (const kind of ['d', 'u'] as const) {
  const paths = [...livePaths[kind], `/${kind}/${'A'.repeat(43)}`];

  test(`/${kind}/: an expired, a revoked and an unknown link look the same to people`, async () => {
    const answers = await Promise.all(paths.map((path) => look(path, asPerson)));
    for (const answer of answers) {
      assert.equal(answer.status, 404);
      assertStandardHeaders(answer.headers);
      assert.match(answer.text(), texts[kind]);
      assert.match(answer.text(), /<html lang="sv"/);
    }
    assertIndistinguishable(answers);
    assert.equal(new Set(answers.map(({ body }) => body.toString('hex'))).size, 1);
  });

  test(`/${kind}/: an expired, a revoked and an unknown link look the same to programs`, async () => {
    const answers = await Promise.all(paths.map((path) => look(path, asProgram)));
    for (const answer of answers) assertError(answer, 404, 'not_found');
    assertIndistinguishable(answers);
  });
}

function assertIndistinguishable([first, ...others]: Answer[]): void {
  assert.ok(first !== undefined && others.length === 2);
  for (const other of others) {
    assert.deepEqual(headerNames(other), headerNames(first));
    assertSameAnswer(other, first);
  }
}

function headerNames({ rawHeaders }: Answer): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 0);
}
