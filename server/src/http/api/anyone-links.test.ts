import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../coordination/eventually.ts';
import type { DispatchId } from '../../domain/model/ids.ts';
import { bob, openSends, refusal, sent } from './send-fixture.ts';

type Sends = Awaited<ReturnType<typeof openSends>>;

interface Link {
  id: string;
  url?: string;
  state: string;
  opened: number;
  downloads: number;
  revoked_at: string | null;
}

const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** Presses the button of all files, as a browser that keeps the cookie of the page; returns the cookie. */
async function download({ app }: Sends, path: string, cookie = ''): Promise<string> {
  const url = `${path}/all.zip`;
  const headers = { ...form, ...(cookie !== '' && { cookie }) };
  const pressed = await app.inject({ method: 'POST', url, headers });
  assert.equal(pressed.statusCode, 303, pressed.body);
  const kept = String(pressed.headers['set-cookie']).split(';')[0] ?? '';
  const answer = await app.inject({
    url: String(pressed.headers.location),
    headers: { cookie: kept },
  });
  assert.equal(answer.statusCode, 200, answer.body);
  return kept;
}

function pathIn({ url }: Link): string {
  return new URL(url ?? assert.fail()).pathname;
}

test('a program sends to anyone, and its link is counted and ended', async (t) => {
  const side = await openSends(t, '--anyone-links');
  const { program, upload, database, giveScopes } = side;
  const post = await giveScopes(['send', 'status', 'links']);
  const uploads = [await upload('a.txt'), await upload('b.txt')];
  const order = { receivers: [], anyone: true, uploads };
  const drop = sent(await post(order)) as unknown as { id: string; anyone_links: Link[] };
  const [link] = drop.anyone_links;
  assert.ok(link);
  assert.deepEqual(
    { ...link, url: '' },
    {
      ...{ id: link.id, url: '', state: 'live', opened: 0, downloads: 0, revoked_at: null },
    },
  );
  const path = pathIn(link);
  const page = await side.app.inject({ url: path, headers: { 'accept-language': 'en' } });
  assert.equal(page.statusCode, 200);
  assert.match(page.body, /Anyone who has this link can download/);
  assert.doesNotMatch(page.body, /Meant for you|already downloaded/);

  const first = await download(side, path);
  await download(side, path, first);
  await download(side, path);
  // A download is counted once its last byte has left.
  await eventually(async () => {
    const shown = await program.ask('GET', `/drops/${drop.id}`);
    const { receivers, anyone_links: links } = shown.json<{
      receivers: unknown[];
      anyone_links: Link[];
    }>();
    assert.deepEqual(receivers, []);
    const [counted, ...others] = links;
    assert.deepEqual({ ...counted, url: link.url }, { ...link, opened: 2, downloads: 2 });
    assert.deepEqual(others, []);
  });
  const mine = await side.app.inject({ url: path, headers: { cookie: first } });
  const strangers = await side.app.inject({ url: path });
  assert.match(mine.body, /You have downloaded all the files/);
  assert.doesNotMatch(strangers.body, /You have downloaded all the files/);

  const events = (await program.ask('GET', '/events')).json<{ items: { type: string }[] }>();
  assert.doesNotMatch(JSON.stringify(events), /receiver\./);
  assert.ok(!JSON.stringify(events).includes(link.id));
  assert.deepEqual((await program.ask('GET', '/deliveries')).json(), { items: [], next: null });
  const history = await database.dispatches.listHistory(program.account.id);
  assert.deepEqual(history[0]?.receivers, []);

  const ended = await program.post(`/drops/${drop.id}/anyone-links/${link.id}/revoke`, {});
  assert.equal(ended.json<Link>().state, 'revoked');
  assert.equal((await side.app.inject({ url: path })).statusCode, 404);
});

test('a link is made later, listed with its address for the scope links, and told once', async (t) => {
  const { program, upload, database } = await openSends(t, '--anyone-links');
  const drop = sent(
    await program.post('/drops', { receivers: [bob], uploads: [await upload('a.txt')] }),
  );
  const made = await program.post(`/drops/${drop.id}/anyone-links`, {});
  assert.equal(made.statusCode, 201, made.body);
  const { items } = (await program.ask('GET', `/drops/${drop.id}/anyone-links`)).json<{
    items: Link[];
  }>();
  assert.deepEqual(
    items.map(({ id, state }) => [id, state]),
    [[made.json<Link>().id, 'live']],
  );
  const { receivers = [] } = (await database.dispatches.find(drop.id as DispatchId)) ?? {};
  assert.deepEqual(
    receivers.map(({ email }) => email),
    [bob.email, ''],
  );
  const unknown = await program.post(`/drops/${drop.id}/anyone-links/${drop.id}/revoke`, {});
  assert.equal(unknown.statusCode, 404);
  // It is no receiver: neither resent nor ended as one.
  const asReceiver = `/drops/${drop.id}/receivers/${items[0]?.id ?? ''}`;
  for (const act of ['revoke', 'resend']) {
    assert.equal((await program.post(`${asReceiver}/${act}`, {})).statusCode, 404);
  }
});

test('a link for anyone is refused where it is switched off, a code is demanded, or only contacts receive', async (t) => {
  for (const [args, more] of [
    [[], {}],
    [['--anyone-links', '--second-factor', 'email'], {}],
    [['--anyone-links', '--contacts-only'], {}],
    [['--anyone-links'], { options: { second_factor: 'email' } }],
  ] as const) {
    const { program, upload, countUnsent } = await openSends(t, ...args);
    const uploads = [await upload('a.txt')];
    const answer = await program.post('/drops', { receivers: [], anyone: true, uploads, ...more });
    assert.deepEqual(refusal(answer), [422, 'invalid', 'never', '/anyone invalid'], args.join(' '));
    assert.equal(await countUnsent(), 1);
  }
  const { program, upload } = await openSends(t, '--anyone-links');
  const nobody = await program.post('/drops', { receivers: [], uploads: [await upload('a.txt')] });
  assert.deepEqual(refusal(nobody), [422, 'invalid', 'never', '/receivers invalid']);
});
