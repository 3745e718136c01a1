import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { openPeopleFixture } from '../people-fixture.ts';
import { openSendFixture } from '../send/send-fixture.ts';
import { addDrop } from '../sent/sent-fixture.ts';

/** Alice has sent a drop to Bob and Zoë. */
async function open(context: TestContext) {
  const fixture = await openPeopleFixture(context);
  const alice = await fixture.addPerson('alice@example.com');
  const { drop } = await addDrop(fixture, alice, {
    label: 'plans',
    emails: ['bob@example.com', 'zoe@example.com'],
    names: ['plan.pdf'],
    overrides: { message: 'The <b>plans</b>', downloadLimit: 3 },
  });
  return { ...fixture, alice, drop };
}

const useOf = (page: string): string =>
  /action="(\/app\/templates\/[\w-]{22}\/use)"/.exec(page)?.[1] ?? assert.fail(page);

test('a template is made of a transfer, renamed, used and removed by forms alone', async (context) => {
  const { alice, drop } = await open(context);
  assert.match((await alice.get('/app/templates')).body, /No templates yet/);
  const form = (await alice.get(`/app/templates/new?drop=${drop.id}`)).body;
  assert.ok(form.includes(`name="drop" value="${drop.id}"`));
  const bad = await alice.post('/app/templates/new', { drop: drop.id, name: '' });
  assert.equal(bad.statusCode, 422);
  assert.match(bad.body, /Enter a name/);
  const saved = await alice.post('/app/templates/new', { drop: drop.id, name: 'Plans <i>' });
  assert.equal(saved.headers.location, '/app/templates?done=added');
  const taken = await alice.post('/app/templates/new', { drop: drop.id, name: 'plans <I>' });
  assert.match(taken.body, /already have a template/);
  const { body } = await alice.get('/app/templates?done=added');
  assert.match(body, /The template is saved/);
  assert.match(body, /Plans &lt;i&gt;/);
  assert.match(body, /2 recipients/);
  const use = useOf(body);
  const renamed = await alice.post(use.replace('/use', '/rename'), { name: 'Weekly' });
  assert.equal(renamed.headers.location, '/app/templates?done=renamed');
  const used = await alice.post(use);
  const draft = (await alice.get(String(used.headers.location))).body;
  assert.match(draft, /bob@example\.com\nzoe@example\.com<\/textarea>/);
  assert.match(draft, /The &lt;b&gt;plans&lt;\/b&gt;<\/textarea>/);
  assert.match(draft, /name="downloadLimit"[^>]*value="3"/);
  await alice.post(use.replace('/use', '/remove'));
  assert.match((await alice.get('/app/templates')).body, /No templates yet/);
  assert.equal((await alice.post(use)).statusCode, 404);
});

test('a draft is filled as the last transfer was sent, without its message, and keeps its place', async (context) => {
  const { alice } = await open(context);
  const begun = await alice.post('/app/templates/last');
  const place = String(begun.headers.location);
  const draft = (await alice.get(place)).body;
  assert.match(draft, /zoe@example\.com<\/textarea>/);
  assert.doesNotMatch(draft, /plans/);
  assert.match(draft, /name="act"\s+value="save-template"/);
  const id = place.slice('/app/send/'.length);
  const saved = await alice.post('/app/templates/new', { draft: id, name: 'As last time' });
  assert.equal(saved.headers.location, `/app/templates?done=added&draft=${id}`);
  const list = (await alice.get(`/app/templates?draft=${id}`)).body;
  const used = await alice.post(useOf(list), { draft: id });
  assert.equal(used.headers.location, place, 'the same draft');
});

test('templates, drafts and transfers of somebody else are not there', async (context) => {
  const { alice, addPerson, drop } = await open(context);
  const mallory = await addPerson('mallory@example.com');
  await alice.post('/app/templates/new', { drop: drop.id, name: 'Plans' });
  const use = useOf((await alice.get('/app/templates')).body);
  for (const act of ['use', 'rename', 'remove']) {
    const refused = await mallory.post(use.replace('use', act), { name: 'Mine' });
    assert.equal(refused.statusCode, 404, act);
  }
  const stolen = await mallory.post('/app/templates/new', { drop: drop.id, name: 'Mine' });
  assert.equal(stolen.statusCode, 404);
  const begun = await alice.post(use);
  const draft = String(begun.headers.location).slice('/app/send/'.length);
  const copied = await mallory.post('/app/templates/new', { draft, name: 'Mine' });
  assert.equal(copied.statusCode, 404);
  assert.match((await mallory.get('/app/templates')).body, /No templates yet/);
  assert.equal((await mallory.post('/app/templates/last')).headers.location, '/app/templates');
});

test('the page of a draft saves what was typed on the way to templates, and none is lost', async (context) => {
  const { begin, post, alice } = await openSendFixture(context);
  const { path } = await begin();
  const id = path.slice('/app/send/'.length);
  const typed = { receivers: 'zoe@example.com', message: 'Typed', lifetime: '7' };
  const places = [
    ['templates', `/app/templates?draft=${id}`],
    ['save-template', `/app/templates/new?draft=${id}`],
  ] as const;
  for (const [act, place] of places) {
    const answer = await post(path, { ...typed, act });
    assert.equal(answer.headers.location, place);
  }
  const kept = await alice.post('/app/templates/new', { draft: id, name: 'Kept' });
  assert.equal(kept.statusCode, 303);
  assert.match((await alice.get('/app/templates')).body, /Typed/);
});
