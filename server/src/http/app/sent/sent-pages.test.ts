import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { parseCsv } from '../../../domain/model/csv.ts';
import { day } from '../../../domain/model/clock.ts';
import type { MailId } from '../../../domain/model/ids.ts';
import { idFor } from '../../../testing/samples.ts';
import type { PeopleFixture, TestPerson } from '../people-fixture.ts';
import { host, openPeopleFixture } from '../people-fixture.ts';
import type { SentSample } from './sent-fixture.ts';
import { addDrop } from './sent-fixture.ts';

describe('what a person sent', () => {
  const closing: (() => Promise<void>)[] = [];
  let fixture: PeopleFixture;
  let alice: TestPerson;
  let eve: TestPerson;
  let drops = 0;

  before(async () => {
    const context = {
      after(close: () => Promise<void>) {
        closing.push(close);
      },
    } as Parameters<typeof openPeopleFixture>[0];
    fixture = await openPeopleFixture(context, { args: ['--show-links'] });
    alice = await fixture.addPerson('alice@example.com');
    eve = await fixture.addPerson('eve@example.com');
  });

  after(async () => {
    for (const close of closing) await close();
  });

  async function add(sample: Partial<SentSample> = {}) {
    drops += 1;
    return await addDrop(fixture, alice, {
      label: `drop ${drops}`,
      emails: ['bob@example.com', 'zoe@example.com'],
      names: ['plan.pdf', 'scan.pdf'],
      ...sample,
    });
  }

  /** Whether a receiver's link opens the page. */
  async function opens(
    receiverId: Parameters<PeopleFixture['installation']['linkSecret']>[0],
    generation = 0,
  ) {
    const secret = fixture.installation.linkSecret(receiverId, generation);
    const { statusCode } = await fixture.app.inject({
      url: `/d/${secret}`,
      headers: { host, accept: 'text/html' },
    });
    return statusCode === 200;
  }

  async function lastAction(): Promise<string | undefined> {
    return (await fixture.database.audit.listNewest(1))[0]?.action;
  }

  test('the list, its filters and its search lead to each drop', async () => {
    const { drop } = await add({ names: ['Überblick.pdf', 'b.txt'], emails: ['ann@example.com'] });
    const list = await alice.get('/app/sent');
    assert.equal(list.statusCode, 200);
    assert.match(list.body, new RegExp(`href="/app/sent/${drop.id}"`));
    assert.match(list.body, /Überblick\.pdf and 1 more[^]*ann@example\.com[^]*0 of 1/);
    const found = await alice.get('/app/sent?q=ANN%40exam');
    assert.match(found.body, /Überblick\.pdf/);
    assert.match((await alice.get('/app/sent?filter=ended')).body, /Nothing found\./);
    assert.match((await alice.get('/app/sent?q=nowhere')).body, /Nothing found\./);
    assert.match((await eve.get('/app/sent')).body, /You have not sent anything yet\./);
    for (const odd of ['filter=x', 'after=x', 'filter=live&filter=ended', 'q=%00']) {
      assert.equal((await alice.get(`/app/sent?${odd}`)).statusCode, 200, odd);
    }
  });

  test('acts on several drops at once ask first, and tell what became of each', async () => {
    const zoes = await fixture.addPerson('zoes@example.com');
    const samples = ['one', 'two', 'gone'].map((label) => ({
      ...{ label: `many ${label}`, emails: ['bob@example.com'], names: [`${label}.pdf`] },
    }));
    const [one, two, gone] = await Promise.all(
      samples.map(async (sample) => (await addDrop(fixture, zoes, sample)).drop),
    );
    const { drop: foreign } = await add();
    assert.ok(one && two && gone);
    const id = [one.id, two.id, gone.id, foreign.id, 'x'];
    const list = (await zoes.get('/app/sent')).body;
    for (const drop of [one, two, gone]) {
      assert.ok(list.includes(`href="/app/sent/many?act=withdraw&amp;id=${drop.id}"`));
      assert.match(list, new RegExp(`form="many"\\s+name="id"\\s+value="${drop.id}"`));
    }
    const query = new URLSearchParams([['act', 'extend'], ...id.map((each) => ['id', each])]);
    const asked = await zoes.get(`/app/sent/many?${query.toString()}`);
    assert.equal(asked.statusCode, 200);
    assert.equal(asked.body.match(/name="id"/g)?.length, 3);
    assert.doesNotMatch(asked.body, new RegExp(foreign.id));
    await zoes.post(`/app/sent/${gone.id}/revoke`);

    const extended = await zoes.post('/app/sent/many', { act: 'extend', id, days: '14' });
    assert.match(extended.body, /Extended: 2</);
    assert.match(extended.body, /Had already ended: 1</);
    const ends = async (drop: { id: typeof one.id }) =>
      (await fixture.database.dispatches.find(drop.id))?.dispatch.expiresAt ?? 0;
    assert.ok((await ends(one)) > one.expiresAt + day);
    const shorter = await zoes.post('/app/sent/many', { act: 'extend', id: one.id, days: '1' });
    assert.match(shorter.body, /Was available longer already: 1</);
    const reminded = await zoes.post('/app/sent/many', { act: 'remind', id: [one.id, gone.id] });
    assert.match(reminded.body, /Written to within the last hour or five times today: 1</);

    const withdrawn = await zoes.post('/app/sent/many', { act: 'withdraw', id });
    assert.match(withdrawn.body, /Revoked: 2</);
    assert.match(withdrawn.body, /Had already ended: 1</);
    assert.ok((await fixture.database.dispatches.find(two.id))?.endedAt !== undefined);
    assert.equal((await fixture.database.dispatches.find(foreign.id))?.endedAt, undefined);
    for (const nothing of [{ act: 'withdraw' }, { id }, { act: 'x', id }]) {
      const { headers } = await zoes.post('/app/sent/many', nothing);
      assert.equal(headers.location, '/app/sent');
    }
  });

  test('what is available can be listed by its end, page after page', async () => {
    const ona = await fixture.addPerson('ona@example.com');
    for (let at = 0; at < 30; at += 1) {
      await addDrop(fixture, ona, {
        label: `by end ${at}`,
        emails: ['bob@example.com'],
        names: [`file-${at}.pdf`],
        overrides: { expiresAt: fixture.clock.now() + (40 - at) * day },
      });
    }
    const first = (await ona.get('/app/sent?filter=live&order=ending')).body;
    assert.match(first, /file-29\.pdf[^]*file-28\.pdf/);
    assert.doesNotMatch(first, /class="day"/);
    const [, next = ''] = /href="([^"]*after=[^"]*)"/.exec(first) ?? assert.fail();
    assert.match((await ona.get(next.replaceAll('&amp;', '&'))).body, /file-1\.pdf[^]*file-0\.pdf/);
    assert.match((await ona.get('/app/sent?order=ending')).body, /class="day"/);
  });

  test('the keys of the list can be switched off in the settings', async () => {
    const script = /list-keys\.js/;
    assert.match((await alice.get('/app/sent')).body, script);
    const off = await alice.post('/app/settings', { language: 'en' });
    const cookie = `${alice.cookie}; ${String(off.headers['set-cookie']).split(';')[0] ?? ''}`;
    assert.doesNotMatch((await alice.get('/app/sent', { cookie })).body, script);
    const on = await alice.post('/app/settings', { language: 'en', keys: 'yes' }, { cookie });
    assert.match(String(on.headers['set-cookie']), /Max-Age=0;/);
  });

  test('viewing a page of a receiver never shows as opened; a pressed button does', async () => {
    const { drop, receivers } = await add({ emails: ['bob@example.com'] });
    const [bob = assert.fail()] = receivers;
    const secret = fixture.installation.linkSecret(bob.id, 0);
    const [file = assert.fail()] = await fixture.database.dispatches.listFiles(drop.id);
    const path = `/d/${secret}/files/${file.id}/${file.name}`;
    for (const method of ['GET', 'HEAD'] as const) {
      for (const purpose of ['prefetch', 'none']) {
        const headers = { host, accept: 'text/html', 'sec-purpose': purpose };
        await fixture.app.inject({ method, url: `/d/${secret}`, headers });
      }
    }
    assert.match((await alice.get(`/app/sent/${drop.id}`)).body, /Not opened yet/);
    const pressed = await fixture.app.inject({ method: 'POST', url: path, headers: { host } });
    assert.equal(pressed.statusCode, 303);
    const page = await alice.get(`/app/sent/${drop.id}`);
    assert.doesNotMatch(page.body, /Not opened yet/);
    assert.match(page.body, /Opened by bob@example\.com/);
  });

  test('extending gives one of the offered ends, and never one beyond the maximum', async () => {
    const { drop } = await add();
    const page = await alice.get(`/app/sent/${drop.id}`);
    const offered = [...page.body.matchAll(/<option value="(\d+)"/g)].map(([, at]) => Number(at));
    const longest = drop.createdAt + fixture.config.desttimeMax;
    assert.equal(offered.at(-1), longest);
    assert.ok(offered.every((at) => at > drop.expiresAt));
    const done = await alice.post(`/app/sent/${drop.id}/extend`, { until: String(offered[0]) });
    assert.equal(done.statusCode, 303);
    assert.equal(done.headers.location, `/app/sent/${drop.id}?done=extended`);
    assert.match((await alice.get(done.headers.location)).body, /has been changed/);
    for (const until of [String(longest + 1), '1', 'x', '']) {
      const refused = await alice.post(`/app/sent/${drop.id}/extend`, { until });
      assert.equal(refused.statusCode, 422);
      assert.match(refused.body, /Choose one of the dates/);
    }
    assert.equal((await fixture.database.dispatches.find(drop.id))?.dispatch.expiresAt, offered[0]);
  });

  test('revoking, resending and correcting one receiver spare the other', async () => {
    const { drop, receivers } = await add();
    const [bob = assert.fail(), zoe = assert.fail()] = receivers;
    const path = `/app/sent/${drop.id}/receivers/${bob.id}`;
    assert.equal((await alice.post(`${path}/revoke`)).statusCode, 303);
    assert.deepEqual([await opens(bob.id), await opens(zoe.id)], [false, true]);
    assert.match((await alice.get(path)).body, /Access revoked/);
    assert.equal((await alice.post(`${path}/resend`)).statusCode, 303);
    const again = await alice.post(`${path}/resend`);
    assert.equal(again.statusCode, 422);
    assert.match(again.body, /once an hour, and five times a day/);
    assert.deepEqual([await opens(bob.id, 1), await opens(zoe.id)], [true, true]);
    const corrected = await alice.post(`${path}/address`, { email: ' Robert@Example.com ' });
    assert.equal(corrected.headers.location, `/app/sent/${drop.id}?done=corrected`);
    assert.deepEqual([await opens(bob.id, 1), await opens(zoe.id)], [false, true]);
    const robert = (await fixture.database.dispatches.find(drop.id))?.receivers[2];
    assert.equal(robert?.email, 'robert@example.com');
    assert.ok(await opens(robert.id));
    assert.equal(await lastAction(), 'dispatch.address_corrected');
  });

  test('a receiver is added; a wrong or known address is kept and explained', async () => {
    const { drop } = await add();
    const path = `/app/sent/${drop.id}/receivers`;
    assert.equal((await alice.post(path, { email: 'new@example.com' })).statusCode, 303);
    for (const [email, text] of [
      ['nobody', /Enter an e-mail address/],
      ['new@example.com', /is a recipient already/],
    ] as const) {
      const refused = await alice.post(path, { email });
      assert.equal(refused.statusCode, 422);
      assert.match(refused.body, text);
      assert.match(refused.body, new RegExp(`value="${email}"`));
    }
    const { drop: locked } = await add({ overrides: { secondFactor: 'sms' } });
    const unreachable = await alice.post(`/app/sent/${locked.id}/receivers`, {
      email: 'new@example.com',
    });
    assert.equal(unreachable.statusCode, 422);
    assert.match(unreachable.body, /Add this person’s mobile number/);
  });

  test('revoking for everyone asks first, and then ends every link', async () => {
    const { drop, receivers } = await add();
    const asked = await alice.get(`/app/sent/${drop.id}/revoke`);
    assert.match(asked.body, /This cannot be undone/);
    assert.ok(await opens(receivers[0]?.id ?? assert.fail()));
    assert.equal((await alice.post(`/app/sent/${drop.id}/revoke`)).statusCode, 303);
    for (const { id } of receivers) assert.equal(await opens(id), false);
    const page = await alice.get(`/app/sent/${drop.id}`);
    assert.match(page.body, /Revoked for everyone/);
    assert.doesNotMatch(page.body, /<select/);
    const again = await alice.post(`/app/sent/${drop.id}/revoke`);
    assert.equal(again.statusCode, 422);
    assert.match(again.body, /no longer available/);
  });

  test('the link of a receiver is shown with its QR code, and recorded', async () => {
    const { drop, receivers } = await add();
    const [bob = assert.fail()] = receivers;
    const shown = await alice.post(`/app/sent/${drop.id}/receivers/${bob.id}/link`);
    const link = `http://${host}/d/${fixture.installation.linkSecret(bob.id, 0)}`;
    assert.ok(shown.body.includes(link));
    assert.match(shown.body, /<svg class="qr-code"[^>]*>[^]*<path d="M/);
    assert.equal(shown.headers['cache-control'], 'no-cache, no-store, must-revalidate');
    assert.equal(await lastAction(), 'dispatch.link_shown');
  });

  test('a refused mail is shown with its reason, on the page and on the first page', async () => {
    const { drop, receivers } = await add({ emails: ['typo@example.com'] });
    const id = idFor<MailId>(`mail ${receivers[0]?.id ?? ''}`);
    await fixture.database.outbox.settle(id, 'refused', fixture.clock.now(), '550 <no> such user');
    const page = await alice.get(`/app/sent/${drop.id}`);
    assert.match(page.body, /550 &lt;no&gt; such user/);
    const own = await alice.get(`/app/sent/${drop.id}/receivers/${receivers[0]?.id ?? ''}`);
    assert.match(own.body, /E-mail not delivered: 550 &lt;no&gt; such user/);
    assert.match(page.body, /did not arrive: typo@example\.com/);
    assert.match(
      page.body,
      new RegExp(`href="/app/sent/${drop.id}/receivers/${receivers[0]?.id ?? ''}"[^>]*Correct`),
    );
    const home = await alice.get('/app/');
    assert.match(home.body, new RegExp(`not delivered[^]*href="/app/sent/${drop.id}"`));
  });

  test('the part that changes comes by itself, and ends with the session', async () => {
    const { drop } = await add();
    const other = await fixture.signIn(alice.account);
    const url = `/app/sent/${drop.id}/live`;
    const part = await other.get(url);
    assert.equal(part.statusCode, 200);
    assert.match(part.body, /^<div class="live-work">/);
    assert.doesNotMatch(part.body, /<form|<input/);
    await other.post('/sign-out');
    const ended = await other.get(url);
    assert.equal(ended.statusCode, 303);
    assert.match(String(ended.headers.location), /^\/sign-in/);
  });

  test('the history as CSV holds no formula', async () => {
    await add({
      names: ['=cmd|calc!A0', 'b'],
      emails: ['+1@example.com', '-a@example.com'],
      overrides: { title: '=1+1', message: '@SUM(A1)\ttab' },
    });
    const { body, headers } = await alice.get('/app/sent.csv');
    assert.equal(headers['content-type'], 'text/csv; charset=utf-8');
    assert.match(String(headers['content-disposition']), /^attachment; filename="sent\.csv"$/);
    assert.doesNotMatch(body, /(?:^|[,"\n])[=+\-@\t]/);
    assert.match(body, /'=cmd\|calc!A0,'=1\+1,'@SUM\(A1\)\ttab,'\+1@example\.com/);
    const [, first, second] = parseCsv(body);
    assert.equal(first?.cells[8], '+1@example.com');
    assert.equal(second?.cells[8], '-a@example.com');
    assert.equal(parseCsv((await eve.get('/app/sent.csv')).body).length, 1);
  });

  test('a drop with very many receivers and files comes in pages of bounded size', async () => {
    const { drop } = await add({
      emails: Array.from({ length: 60 }, (_, at) => `receiver-${at}@department.example.com`),
      names: Array.from({ length: 110 }, (_, at) => `a-rather-long-name-of-a-file-${at}.pdf`),
    });
    const page = await alice.get(`/app/sent/${drop.id}`);
    assert.ok(page.body.length < 80_000, `${page.body.length} bytes`);
    const [, next] = /href="(\/app\/sent\/[^"]*\?after=19)"/.exec(page.body) ?? assert.fail();
    assert.match((await alice.get(next ?? '')).body, /receiver-39@/);
    const [, files] = /href="(\/app\/sent\/[^"]*\?files=[^"#]*)/.exec(page.body) ?? assert.fail();
    assert.match((await alice.get(files ?? '')).body, /a-file-99\.pdf/);
  });
});

test('without the operator’s leave no link is shown', async (context) => {
  const fixture = await openPeopleFixture(context);
  const alice = await fixture.addPerson('alice@example.com');
  const { drop, receivers } = await addDrop(fixture, alice, {
    label: 'drop',
    emails: ['bob@example.com'],
    names: ['a.pdf'],
  });
  const path = `/app/sent/${drop.id}/receivers/${receivers[0]?.id ?? ''}`;
  assert.doesNotMatch((await alice.get(path)).body, /Show link/);
  const refused = await alice.post(`${path}/link`);
  assert.equal(refused.statusCode, 403);
  const secret = fixture.installation.linkSecret(receivers[0]?.id ?? assert.fail(), 0);
  assert.ok(!refused.body.includes(secret));
});
