import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../harness/exchange.ts';
import type { SeededRandom } from '../harness/seeded-random.ts';
import { withSeed } from '../harness/seeded-random.ts';
import { formCases, soundForm } from './multipart-corpus.ts';
import { startTarget, withstands } from './target.ts';

const target = await startTarget();
const { owner } = target;
const mutations = 1000;
const allowed = new Set([200, 400, 413, 415, 422]);

async function post(
  body: string,
  contentType = 'multipart/form-data; boundary=B',
): Promise<Answer> {
  return await owner.signed({
    method: 'POST',
    path: owner.path('cgi/upload.cgi'),
    headers: contentType === '' ? {} : { 'content-type': contentType },
    body: Buffer.from(body, 'latin1'),
  });
}

/** What an upload added to the tray, which is emptied of it again. */
async function takeNewFiles(): Promise<string[]> {
  const files = await owner.get<{ name: string }[]>('get_files');
  const added = files.map(({ name }) => name).filter((name) => name !== 'kept.txt');
  for (const name of added) {
    await owner.get('remove_file', { query: `filename=${encodeURIComponent(name)}` });
  }
  return added;
}

/** Posts a form and checks that its files are in the tray if and only if it was accepted. */
async function postAndCheck(body: string, contentType?: string): Promise<Answer> {
  const answer = await post(body, contentType);
  const added = await takeNewFiles();
  const context = `${answer.status} ${answer.text()} for ${JSON.stringify(body.slice(0, 1000))}`;
  assert.ok(allowed.has(answer.status), context);
  assert.equal(added.length > 0, answer.status === 200, `${added.join()} after ${context}`);
  return answer;
}

test('a form that is wrong in one way is refused for it', async () => {
  await withstands(target, async () => {
    for (const { what, body, contentType, status } of formCases) {
      const answer = await postAndCheck(body, contentType);
      assert.equal(answer.status, status, `${what}: ${answer.text()}`);
    }
  });
});

test('a form that ends too early, at whatever byte, leaves nothing', async () => {
  await withstands(target, async () => {
    const lengthThatIsEnough = soundForm.length - '\r\n'.length;
    for (let length = 0; length < lengthThatIsEnough; length += 1) {
      const answer = await post(soundForm.slice(0, length));
      assert.equal(answer.status, 400, `cut at ${length}: ${answer.text()}`);
    }
    assert.deepEqual(await takeNewFiles(), []);
  });
});

test('1000 mutations of a form are taken or refused as a whole', async () => {
  await withSeed(async (random) => {
    await withstands(target, async () => {
      for (let count = 0; count < mutations; count += 1) await postAndCheck(mutate(random));
    });
  });
});

const fragments = ['\r\n', '\n', '\r', '--', '--B', '--B--', '"', ';', ':', '=', '\0', '\xff', ' '];

/** A form with one to four random wounds. */
function mutate(random: SeededRandom): string {
  let form = soundForm;
  for (let wounds = 1 + random.below(4); wounds > 0; wounds -= 1) {
    const at = random.below(form.length);
    const to = at + random.below(form.length - at);
    const changed = random.pick([
      () => form.slice(0, at) + form.slice(to),
      () => form.slice(0, at) + form.slice(at + 1),
      () => form.slice(0, at) + random.pick(fragments) + form.slice(at),
      () => form.slice(0, at) + random.bytes(1).toString('latin1') + form.slice(at + 1),
      () => form.slice(0, to) + form.slice(at),
      () => form.slice(to) + form.slice(0, to),
      () => form.slice(0, at) + form.slice(at).toUpperCase(),
    ]);
    form = changed();
  }
  return form;
}
