/** Clients of tus that others wrote, with nothing but the address of the uploads and a key. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { UploadOptions } from 'tus-js-client';
import { Upload } from 'tus-js-client';
import { connect } from '../../client/node/connect.ts';
import { keyFor } from '../harness/add-account.ts';
import { openCuttableProxy } from '../harness/cuttable-proxy.ts';
import { startExchange } from '../harness/start-exchange.ts';

const MiB = 2 ** 20;
const { server } = await startExchange(['alice']);
const key = keyFor('alice@example.com');
const valise = connect({ url: server.url, key });
const headers = { authorization: `Bearer ${key}` };
const endpoint = `${server.url}/api/v1/uploads`;
const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** What was uploaded can be sent, and has these bytes. */
async function demandSendable(url: string | null | undefined, bytes: Buffer): Promise<void> {
  const id = new URL(url ?? assert.fail('no address')).pathname.split('/').at(-1) ?? '';
  const uploads = [{ id, sha256: sha256Of(bytes) }];
  const { files } = await valise.send({ uploads, to: ['bob@example.com'] });
  assert.deepEqual(
    files.map(({ name, sha256 }) => [name, sha256]),
    [['film.mov', sha256Of(bytes)]],
  );
}

describe('tus-js-client', () => {
  async function upload(content: Buffer | Readable, options: UploadOptions): Promise<Upload> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const made = new Upload(content, {
      ...{ endpoint, headers, metadata: { filename: 'film.mov' }, retryDelays: [50, 100, 200] },
      onError: reject,
      onSuccess: () => {
        resolve(undefined);
      },
      ...options,
    });
    made.start();
    await promise;
    return made;
  }

  test('uploads over a line that breaks, and goes on', async () => {
    const line = await openCuttableProxy(() => server.url);
    const bytes = randomBytes(6 * MiB);
    const cutting = line.cutAfter(3 * MiB).then(() => {
      line.mend();
    });
    const made = await upload(bytes, {
      endpoint: `${line.url}/api/v1/uploads`,
      chunkSize: MiB,
      uploadDataDuringCreation: true,
    });
    await cutting;
    await demandSendable(made.url, bytes);
  });

  test('uploads a stream of unknown length', async () => {
    for (const size of [3 * MiB + 17, 2 * MiB]) {
      const bytes = randomBytes(size);
      const stream = Readable.from([bytes.subarray(0, 100), bytes.subarray(100)]);
      const made = await upload(stream, { chunkSize: MiB, uploadLengthDeferred: true });
      await demandSendable(made.url, bytes);
    }
  });

  test('deletes an upload', async () => {
    const made = await upload(randomBytes(1000), {});
    await made.abort(true);
    assert.equal((await fetch(made.url ?? '', { headers })).status, 404);
  });
});

/** What is used of Uppy: its own types need those of a browser. */
interface Uppy {
  use: (plugin: unknown, options: object) => Uppy;
  addFile: (file: { name: string; type: string; data: Buffer }) => void;
  upload: () => Promise<{ successful: { uploadURL: string }[]; failed: unknown[] }>;
  destroy: () => void;
}

async function importDefault<Content>(name: string): Promise<Content> {
  return ((await import(name)) as { default: Content }).default;
}

describe('Uppy', () => {
  test('uploads with its plugin for tus', async () => {
    const Core = await importDefault<new () => Uppy>('@uppy/core');
    const options = { endpoint, headers, chunkSize: MiB, allowedMetaFields: ['name', 'type'] };
    const uppy = new Core().use(await importDefault('@uppy/tus'), options);
    const bytes = randomBytes(3 * MiB);
    // In a browser a File; the part of it that uploads takes a Buffer in Node.
    uppy.addFile({ name: 'film.mov', type: 'video/quicktime', data: bytes });
    const { successful, failed } = await uppy.upload();
    assert.deepEqual(failed, []);
    await demandSendable(successful[0]?.uploadURL, bytes);
    uppy.destroy();
  });
});

/** Uploads the first piece, and the others with a client that knows nothing but the address of the upload. */
const programWithTuspy = `
import sys
from tusclient.client import TusClient
endpoint, key, path = sys.argv[1:]
client = TusClient(endpoint, headers={"Authorization": f"Bearer {key}"})
begun = client.uploader(path, chunk_size=2**20, metadata={"filename": "film.mov"})
begun.upload_chunk()
client.uploader(path, chunk_size=2**20, url=begun.url, upload_checksum=True).upload()
print(begun.url)
`;
// That of Debian, as its package is.
const python = '/usr/bin/python3';
const { status: lacksTuspy } = spawnSync(python, ['-c', 'import tusclient.client']);
const skip =
  lacksTuspy !== 0 &&
  'no tuspy; "npm run setup" installs python3-tuspy on Debian when root runs it';

test(
  'tuspy uploads, goes on in another run, and sends a checksum with each piece',
  { skip },
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'valise-tuspy-'));
    t.after(() => rm(folder, { recursive: true }));
    const path = join(folder, 'film.mov');
    const bytes = randomBytes(3 * MiB + 17);
    await writeFile(path, bytes);
    const program = ['-c', programWithTuspy, endpoint, key, path];
    const { stdout } = await promisify(execFile)(python, program);
    await demandSendable(stdout.trim(), bytes);
  },
);
