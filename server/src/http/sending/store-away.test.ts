import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import type { OpenFile } from '../../domain/files/files.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { createTransferWatch } from '../../domain/transfers/transfer-watch.ts';
import { answerError } from '../error-pages/error-answer.ts';
import { sendFile } from './send-file.ts';

test('a file whose store is away is a 503, and not an answer that breaks off', async () => {
  const away = new ValiseError('unavailable', 'The file store does not answer.');
  const file = {
    sha256: Buffer.alloc(32),
    createdAt: 0,
    sizeBytes: 9,
    mediaType: 'x/y',
    name: 'a',
  };
  async function* read(): AsyncGenerator<Buffer> {
    yield* await Promise.reject<Buffer[]>(away);
  }
  const app = Fastify();
  app.setErrorHandler(answerError('Valise', { note: () => undefined }));
  app.get('/', (request, reply) => {
    const watch = createTransferWatch(() => Promise.resolve(true));
    const opened = { file, read } as unknown as OpenFile;
    return sendFile(request, reply, opened, watch, () => assert.fail('nothing was sent'));
  });
  const { statusCode, headers } = await app.inject({ url: '/' });
  assert.equal(statusCode, 503);
  assert.equal(headers['retry-after'], '5');
  assert.equal(headers['etag'], undefined);
  assert.match(String(headers['content-type']), /json/);
});
