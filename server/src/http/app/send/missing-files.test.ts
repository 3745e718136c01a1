import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSendFixture, toZoe, tus } from './send-fixture.ts';

const chosen = [1, 2, 3].map((at) => ({
  key: `key-${at}`,
  name: `scan-${at}.dcm`,
  sizeBytes: 4,
  fingerprint: `17000${at}`,
  place: at,
}));

const base64 = (text: string) => Buffer.from(text).toString('base64');

async function openWithChosen(...args: Parameters<typeof openSendFixture>) {
  const fixture = await openSendFixture(...args);
  const { app, alice, begin, post } = fixture;
  const { path, endpoint } = await begin();

  /** Uploads a chosen file as the script does. */
  async function upload({ key, name, fingerprint }: (typeof chosen)[number]): Promise<void> {
    const pairs = { filename: name, fingerprint, key };
    const metadata = Object.entries(pairs).map(([each, value]) => `${each} ${base64(value)}`);
    const headers = {
      ...tus,
      'upload-length': '4',
      'upload-metadata': metadata.join(','),
      'content-type': 'application/offset+octet-stream',
    };
    const answer = await app.inject({ method: 'POST', url: endpoint, headers, payload: 'text' });
    assert.equal(answer.statusCode, 201, answer.body);
  }

  async function listMissing(): Promise<string[]> {
    const answer = await alice.get(path, { accept: 'application/json' });
    return answer.json<{ missing: { name: string }[] }>().missing.map(({ name }) => name);
  }

  const told = await post(
    path,
    { act: 'remember', chosen: JSON.stringify(chosen) },
    { json: true },
  );
  assert.equal(told.statusCode, 204, told.body);
  return { ...fixture, path, endpoint, upload, listMissing };
}

test('a draft names the files that were chosen and never uploaded, whatever they are called now', async (context) => {
  const { upload, listMissing, alice, post, path } = await openWithChosen(context);
  await upload(chosen[0] ?? assert.fail());
  const [id = ''] = (await alice.get(path)).body.match(/(?<=data-upload=")[^"]+/g) ?? [];
  await post(path, { [`name-${id}`]: 'better.dcm', act: 'save' });
  assert.deepEqual(await listMissing(), ['scan-2.dcm', 'scan-3.dcm']);
  const { body } = await alice.get(path);
  assert.match(body, /2 files were chosen but not uploaded/);
  assert.match(body, /scan-2\.dcm/);
});

test('Send leaves out chosen files only once the person has said so, of as many as there are', async (context) => {
  const { upload, post, path, sentBy } = await openWithChosen(context);
  await upload(chosen[0] ?? assert.fail());
  for (const json of [false, true]) {
    const asked = await post(path, toZoe, { json });
    assert.equal(asked.statusCode, 422, asked.body);
    assert.match(asked.body, /2 files were chosen but not uploaded/);
    const fewer = await post(path, { ...toZoe, act: 'send-without', without: '1' }, { json });
    assert.equal(fewer.statusCode, 422, fewer.body);
  }
  assert.deepEqual(await sentBy(), []);
  const answer = await post(path, { ...toZoe, act: 'send-without', without: '2' });
  assert.equal(answer.statusCode, 303, answer.body);
  assert.deepEqual(await sentBy(), [{ to: ['zoe@example.com'], files: ['scan-1.dcm'] }]);
});

test('a file that the person removed is not missed, uploaded or not', async (context) => {
  const { upload, post, path, alice, listMissing } = await openWithChosen(context);
  await upload(chosen[0] ?? assert.fail());
  const [id = ''] = (await alice.get(path)).body.match(/(?<=data-upload=")[^"]+/g) ?? [];
  await post(path, { act: 'save', remove: id });
  await post(path, { act: 'forget', keys: JSON.stringify(['key-3']) }, { json: true });
  assert.deepEqual(await listMissing(), ['scan-2.dcm']);
});

test('what is no list of files is refused, as is one for the draft of somebody else', async (context) => {
  const { post, path, addPerson, listMissing } = await openWithChosen(context);
  const [file] = chosen;
  for (const list of [
    'no json',
    '{}',
    '[1]',
    JSON.stringify([{ ...file, name: 'a\u0000b' }]),
    JSON.stringify([{ ...file, key: 'two words' }]),
    JSON.stringify([{ ...file, sizeBytes: -1 }]),
  ]) {
    const answer = await post(path, { act: 'remember', chosen: list }, { json: true });
    assert.ok([400, 422].includes(answer.statusCode), `${list}: ${answer.statusCode}`);
  }
  const mallory = await addPerson('mallory@example.com');
  const fields = { act: 'remember', chosen: JSON.stringify([{ ...file, key: 'other' }]) };
  const foreign = await post(path, fields, { json: true, person: mallory });
  assert.equal(foreign.statusCode, 404);
  assert.equal((await listMissing()).length, 3);
});
