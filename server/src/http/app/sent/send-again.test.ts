import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import type { DispatchId } from '../../../domain/model/ids.ts';
import { formOf } from '../../upload-page/upload-page-fixture.ts';
import { host, openPeopleFixture, ownForm } from '../people-fixture.ts';
import { openNewDraft } from '../send/new-draft-fixture.ts';

/** Alice has sent a file in a folder to Bob, in the browser. */
async function open(context: TestContext) {
  const fixture = await openPeopleFixture(context);
  const { app, database } = fixture;
  const alice = await fixture.addPerson('alice@example.com');
  const eve = await fixture.addPerson('eve@example.com');

  /** Sends the form of a draft as a browser without scripts does. */
  function submit(page: string, ...fields: Parameters<typeof formOf>) {
    const lifetime: [string, string] = ['lifetime', '7'];
    const { payload, headers } = formOf(['csrf', alice.token()], lifetime, ...fields);
    const { cookie } = alice;
    const all = { ...ownForm, ...headers, accept: 'text/html', cookie };
    return app.inject({ method: 'POST', url: page, headers: all, payload });
  }

  async function send(page: string, to: string): Promise<DispatchId> {
    const { statusCode, body } = await submit(page, ['receivers', to], ['act', 'send']);
    assert.equal(statusCode, 303, body);
    const sent = await alice.get(page);
    return (/\/app\/sent\/([\w-]{22})/.exec(sent.body)?.[1] ?? assert.fail()) as DispatchId;
  }

  /** The text of a file as a receiver gets it. */
  async function fetchFirst(id: DispatchId): Promise<string> {
    const { receivers } = (await database.dispatches.find(id)) ?? assert.fail();
    const [receiver = assert.fail()] = receivers;
    const page = `/d/${fixture.installation.linkSecret(receiver.id, 0)}`;
    const [file = assert.fail()] = await database.files.listInDispatch(id);
    const url = `${page}/files/${file.id}/${encodeURIComponent(file.name)}`;
    return (await app.inject({ url, headers: { host } })).body;
  }

  const { path: page, ticket } = await openNewDraft(alice);
  await submit(page, ['ticket', ticket], ['act', 'save'], ['file', 'the plan', 'plan.txt']);
  const first = await send(page, 'bob@example.com');
  return { ...fixture, alice, eve, first, send, fetchFirst };
}

test('Send again opens a draft with the same files, for as long as they are there', async (context) => {
  const { alice, eve, first, send, fetchFirst, database } = await open(context);
  assert.match((await alice.get(`/app/sent/${first}`)).body, /Send again/);
  const begun = await alice.post(`/app/sent/${first}/again`);
  assert.equal(begun.statusCode, 303);
  const page = String(begun.headers.location);
  assert.match(page, /^\/app\/send\/[\w-]{22}$/);
  const shown = await alice.get(page);
  assert.match(
    shown.body,
    /data-name="plan\.txt"[^]*Uploaded[^]*data-fact="files">1 file, 8 bytes</,
  );
  assert.doesNotMatch(shown.body, /bob@example/);

  const foreign = await eve.post(`/app/sent/${first}/again`);
  const missing = await eve.post(`/app/sent/${'A'.repeat(22)}/again`);
  assert.equal(foreign.statusCode, 404);
  const plain = (body: string) => body.replaceAll(/[\w-]{22,}/g, '');
  assert.equal(plain(foreign.body), plain(missing.body));

  await database.accounts.setQuota(alice.account.id, 12);
  const full = await alice.post(`/app/sent/${first}/again`);
  assert.equal(full.statusCode, 422);
  assert.match(full.body, /Your drafts have no room for these files\./);

  const second = await send(page, 'zoe@example.com');
  assert.notEqual(second, first);
  await alice.post(`/app/sent/${first}/revoke`);
  assert.doesNotMatch((await alice.get(`/app/sent/${first}`)).body, /Send again/);
  const ended = await alice.post(`/app/sent/${first}/again`);
  assert.equal(ended.statusCode, 422);
  assert.match(ended.body, /This is no longer available, so nothing was changed\./);
  assert.equal(await fetchFirst(second), 'the plan');
});
