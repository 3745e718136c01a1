import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import type { OpenFile } from '../../domain/files/open-file.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { createTransferWatch } from '../../domain/transfers/transfer-watch.ts';
import { answerError } from '../error-pages/error-answer.ts';
import { ourTranslations } from '../../i18n/texts/translation.ts';
import { sendFile } from './send-file.ts';

const file = {
  sha256: Buffer.alloc(32),
  createdAt: 0,
  sizeBytes: 9,
  mediaType: 'x/y',
  name: 'a',
};

/** A server that answers with a file. */
function serve(parts: Partial<OpenFile>, onEnd: () => Promise<void>) {
  const app = Fastify();
  app.setErrorHandler(
    answerError(
      {
        brand: () => ({ serviceName: 'Valise', supportAddress: undefined }),
        translations: ourTranslations,
        language: 'en',
        publicUrl: undefined,
      },
      { note: () => undefined },
    ),
  );
  app.get('/', (request, reply) => {
    const watch = createTransferWatch(() => Promise.resolve(true));
    const opened = { file, ...parts } as unknown as OpenFile;
    return sendFile(request, reply, opened, watch, onEnd);
  });
  return app;
}

test('a file that is not admitted is refused before its first byte, with no header of it', async () => {
  const busy = new ValiseError('too_many_requests', 'Not now.', { retryAfterSeconds: 30 });
  const app = serve({ admit: () => Promise.reject(busy) }, () => assert.fail('nothing was sent'));
  const { statusCode, headers } = await app.inject({ url: '/' });
  assert.equal(statusCode, 429);
  assert.equal(headers['retry-after'], '30');
  assert.equal(headers['etag'], undefined);
});

test('what was admitted is given up once the transfer is recorded, and the span is the one that is sent', async () => {
  const steps: unknown[] = [];
  const parts: Partial<OpenFile> = {
    async *read(start, end) {
      yield await Promise.resolve(Buffer.alloc(end - start));
    },
    admit(span) {
      steps.push(span);
      return Promise.resolve(() => steps.push('given up'));
    },
  };
  const app = serve(parts, async () => {
    await Promise.resolve();
    steps.push('recorded');
  });
  const { statusCode } = await app.inject({ url: '/', headers: { range: 'bytes=3-' } });
  assert.equal(statusCode, 206);
  await app.close();
  assert.deepEqual(steps, [{ start: 3, end: 9 }, 'recorded', 'given up']);
});

test('a file whose store is away is a 503, and not an answer that breaks off', async () => {
  const away = new ValiseError('unavailable', 'The file store does not answer.');
  async function* read(): AsyncGenerator<Buffer> {
    yield* await Promise.reject<Buffer[]>(away);
  }
  const app = serve({ read }, () => assert.fail('nothing was sent'));
  const { statusCode, headers } = await app.inject({ url: '/' });
  assert.equal(statusCode, 503);
  assert.equal(headers['retry-after'], '5');
  assert.equal(headers['etag'], undefined);
  assert.match(String(headers['content-type']), /json/);
});
