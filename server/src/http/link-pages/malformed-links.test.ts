import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { maxMisses } from '../routing/link-misses.ts';
import { actions, addressOf, samples } from '../routing/route-table-fixture.ts';
import { openUploadPageFixture } from '../upload-page/upload-page-fixture.ts';

const mediaTypes = {
  json: 'application/json',
  multipart: 'multipart/form-data; boundary=x',
  tus: 'application/offset+octet-stream',
  form: 'application/x-www-form-urlencoded',
};

/** Each request comes from a network of its own: wrong links are counted for each. */
let strangers = 0;

/** Everything that an answer says, without what differs from request to request. */
async function answerTo(
  app: FastifyInstance,
  request: InjectOptions,
  secret: string,
): Promise<string> {
  strangers += 1;
  const remoteAddress = `10.0.${strangers >> 8}.${strangers & 255}`;
  const { statusCode, headers, body } = await app.inject({ ...request, remoteAddress });
  const id = String(headers['x-request-id']);
  delete headers['content-length'];
  delete headers.date;
  const said = `${statusCode} ${JSON.stringify(headers)} ${body}`;
  return said.replaceAll(id, 'ID').replaceAll(secret, 'SECRET');
}

for (const { method, path, body } of actions.filter((action) => action.path.includes(':secret'))) {
  const type = body && { 'content-type': mediaTypes[body] };
  const payload = body === 'json' ? '{"uploads":[]}' : '';

  test(`${method} ${path}: malformed links are counted as wrong ones`, async (context) => {
    const { app } = await openUploadPageFixture(context);
    const url = addressOf(path, { ...samples, secret: 'short' });
    const headers = { ...type, 'tus-resumable': '1.0.0' };
    const statuses: number[] = [];
    for (let count = 0; count <= maxMisses; count += 1) {
      statuses.push((await app.inject({ method, url, headers, payload })).statusCode);
    }
    assert.equal(statuses.indexOf(429), maxMisses);
  });

  test(`${method} ${path}: a malformed link is answered as an unknown one is`, async (context) => {
    const { app } = await openUploadPageFixture(context);
    for (const accept of ['*/*', 'text/html', 'application/json']) {
      for (const others of [{}, { 'tus-resumable': '1.0.0' }, { origin: 'https://a.example' }]) {
        const answers = ['B'.repeat(43), 'short', 'A'.repeat(44), '%20'.repeat(43)].map(
          (secret) => {
            const url = addressOf(path, { ...samples, secret });
            const headers = { accept, ...type, ...others };
            return answerTo(app, { method, url, headers, payload }, secret);
          },
        );
        const [unknown, ...malformed] = await Promise.all(answers);
        for (const answer of malformed) assert.equal(answer, unknown);
      }
    }
  });
}
