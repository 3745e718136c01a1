import assert from 'node:assert/strict';
import { pictured, samplePng } from '../../testing/sample-pictures.ts';
import { askForLink } from '../app/inbox/inbox-fixture.ts';
import type { PeopleFixture, TestPerson } from '../app/people-fixture.ts';
import { host, ownForm } from '../app/people-fixture.ts';
import { beginDraft } from '../app/send/new-draft-fixture.ts';
import { formOf } from '../upload-page/upload-page-fixture.ts';

type Served = Pick<PeopleFixture, 'app'>;

/** What a browser sends as the picture of an upload. */
export const pictureBody = {
  payload: samplePng(9, 9),
  headers: { 'content-type': 'image/png' },
};

/** Uploads a whole file, and returns its id. */
async function upload({ app }: Served, endpoint: string): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: endpoint,
    headers: {
      ...{ host, 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' },
      ...{ 'upload-length': String(pictured.length), 'upload-metadata': 'filename YS5wbmc=' },
    },
    payload: pictured,
  });
  assert.equal(answer.statusCode, 201, answer.body);
  return String(answer.headers.location).split('/').at(-1) ?? '';
}

async function uploadPictured(served: Served, endpoint: string): Promise<string> {
  const id = await upload(served, endpoint);
  const url = `${endpoint.replace(/tus$/, 'pictures')}/${id}`;
  const headers = { host, ...pictureBody.headers };
  const { payload } = pictureBody;
  const kept = await served.app.inject({ method: 'PUT', url, headers, payload });
  assert.equal(kept.statusCode, 204, kept.body);
  return id;
}

/** An upload of a draft that can get a picture. */
export async function addPicturableUpload(served: Served, owner: TestPerson) {
  const { endpoint } = await beginDraft(served, owner);
  const [, secret = assert.fail(endpoint)] = /\/app\/upload\/([\w-]{43})\/tus/.exec(endpoint) ?? [];
  return { params: { secret, upload: await upload(served, endpoint) } };
}

/** A drop of a person with a file that has a picture. */
export async function addPicturedDrop(fixture: PeopleFixture, owner: TestPerson) {
  const { path, endpoint } = await beginDraft(fixture, owner);
  const fileId = await uploadPictured(fixture, endpoint);
  const { payload, headers } = formOf(
    ['csrf', owner.token()],
    ['lifetime', '7'],
    ['receivers', 'zoe@example.com'],
    ['act', 'send'],
  );
  const all = { ...ownForm, ...headers, accept: 'text/html', cookie: owner.cookie };
  const sent = await fixture.app.inject({ method: 'POST', url: path, headers: all, payload });
  assert.equal(sent.statusCode, 303, sent.body);
  const query = { accountId: owner.account.id, limit: 1 };
  const [drop = assert.fail()] = await fixture.database.dispatches.list(query);
  return { params: { id: drop.dispatch.id, fileId } };
}

/** An item in the inbox of a person with a file that has a picture. */
export async function addPicturedItem(fixture: PeopleFixture, owner: TestPerson, label: string) {
  const page = await askForLink(owner, label);
  const fileId = await uploadPictured(fixture, `${page}/tus`);
  const sent = await fixture.app.inject({
    method: 'POST',
    url: `${page}/send`,
    headers: { host, 'content-type': 'application/json' },
    payload: { uploads: [fileId], from: 'Zoë' },
  });
  assert.equal(sent.statusCode, 200, sent.body);
  const { body } = await owner.get('/app/inbox');
  const [, token = assert.fail(body)] = /href="\/app\/inbox\/([\w-]{22})"/.exec(body) ?? [];
  return { params: { token, fileId } };
}
