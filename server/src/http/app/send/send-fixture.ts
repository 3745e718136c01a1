import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { formOf } from '../../upload-page/upload-page-fixture.ts';
import type { TestPerson } from '../people-fixture.ts';
import { host, openPeopleFixture, ownForm } from '../people-fixture.ts';
import { beginDraft, openNewDraft } from './new-draft-fixture.ts';

export type Fields = Record<string, string>;

export const tus = { 'tus-resumable': '1.0.0', host };

/** A server on which Alice prepares drops. */
export async function openSendFixture(context: TestContext, ...args: string[]) {
  const fixture = await openPeopleFixture(context, { args });
  const alice = await fixture.addPerson('alice@example.com');
  const { app, database } = fixture;

  /** A page without a stored draft: where its form goes, its hidden fields, and where its files are uploaded to. */
  const open = (person = alice) => openNewDraft(person);

  /** A new draft: its path, and the address that its files are uploaded to. */
  const begin = (person = alice) => beginDraft(fixture, person);

  /** Sends the form of the page, with files, as a browser without scripts does. */
  function post(
    path: string,
    fields: Fields,
    {
      person = alice,
      files = {},
      json = false,
    }: { person?: TestPerson; files?: Fields; json?: boolean } = {},
  ) {
    const all: Fields = { lifetime: '7', ...fields };
    const { payload, headers } = formOf(
      ['csrf', person.token()],
      ...Object.entries(all).map(([name, value]): [string, string] => [name, value]),
      ...Object.entries(files).map(([name, text]): [string, string, string] => [
        'file',
        text,
        name,
      ]),
    );
    const accept = json ? 'application/json' : 'text/html';
    const allHeaders = { ...ownForm, ...headers, accept, cookie: person.cookie };
    return app.inject({ method: 'POST', url: path, headers: allHeaders, payload });
  }

  /** Uploads a whole file to a ticket, without a session. */
  async function upload(endpoint: string, name: string, text: string) {
    const metadata = `filename ${Buffer.from(name).toString('base64')}`;
    const length = {
      'upload-length': String(Buffer.byteLength(text)),
      'upload-metadata': metadata,
    };
    const begun = await app.inject({
      method: 'POST',
      url: endpoint,
      headers: { ...tus, ...length },
    });
    assert.equal(begun.statusCode, 201, begun.body);
    const url = String(begun.headers.location);
    return { url, answer: await patch(url, 0, text) };
  }

  function patch(url: string, offset: number, payload: string) {
    const type = { 'content-type': 'application/offset+octet-stream' };
    const headers = { ...tus, ...type, 'upload-offset': String(offset) };
    return app.inject({ method: 'PATCH', url, headers, payload });
  }

  async function sentBy(person = alice) {
    const drops = await database.dispatches.list({ accountId: person.account.id, limit: 10 });
    return drops.map(({ receivers, files }) => ({
      to: receivers.map(({ email }) => email),
      files: files.map(({ name }) => name),
    }));
  }

  return { ...fixture, alice, open, begin, post, upload, patch, sentBy };
}

export const toZoe = { receivers: 'zoe@example.com', act: 'send' };
