import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { History } from '../contract/wire.ts';
import type { Client } from '../harness/client.ts';
import type { SeededRandom } from '../harness/seeded-random.ts';
import { TusClient } from '../harness/tus-client.ts';
import type { Persistence } from './persistence.ts';

const smallBytes = 2_000_000;
/** More than a part of a multipart upload. */
const largeBytes = 20_000_000;
const largeEvery = 20;
const pieceBytes = 700_000;

interface Upload {
  file: string;
  sha256: string;
}

/** A contact who sends files back in pieces, and resumes at any node where it was interrupted. */
export class PersistentUploader {
  readonly sent: Upload[] = [];
  readonly #tus: TusClient;
  readonly #random: SeededRandom;
  readonly #persistence: Persistence;
  sentBytes = 0;

  constructor(
    server: { readonly url: string },
    page: string,
    { random, persistence }: { random: SeededRandom; persistence: Persistence },
  ) {
    this.#tus = new TusClient(server, page);
    this.#random = random;
    this.#persistence = persistence;
  }

  async sendOne(): Promise<void> {
    const number = this.sent.length + 1;
    const file = `upload-${number}.bin`;
    const content = Buffer.from(
      this.#random.bytes(number % largeEvery === 0 ? largeBytes : smallBytes),
    );
    const upload = await this.#create(file, content.length);
    for (let offset = 0; offset < content.length;) {
      const piece = content.subarray(offset, offset + pieceBytes);
      const answer = await this.#tus.append(upload, offset, piece).catch(() => undefined);
      offset =
        answer?.status === 204 ? offset + piece.length : await this.#offsetOf(upload, offset);
    }
    await this.#send(upload, file);
    this.sent.push({ file, sha256: sha256(content) });
    this.sentBytes += content.length;
  }

  /** Each sent file is in the inbox of the account once, with its bytes. */
  async checkReceived(account: Client): Promise<void> {
    const { inbox } = await account.get<History>('get_history');
    const received = inbox.flatMap(({ url, files }) => files.map(({ name }) => ({ url, name })));
    const uploaded = received.filter(({ name }) => name.startsWith('upload-')).toReversed();
    assert.deepEqual(
      uploaded.map(({ name }) => name),
      this.sent.map(({ file }) => file),
    );
    for (const [at, { url, name }] of uploaded.entries()) {
      const { body } = await account.download(url, name);
      assert.equal(sha256(body), this.sent[at]?.sha256, name);
    }
  }

  /** One that was made and whose answer was lost is left: it is not sent. */
  async #create(file: string, sizeBytes: number): Promise<string> {
    const answer = await this.#persistence.until([201], () =>
      this.#tus.tryToCreate(file, sizeBytes),
    );
    return answer.headers.location ?? assert.fail('no location');
  }

  async #offsetOf(upload: string, acknowledged: number): Promise<number> {
    const answer = await this.#persistence.until([200], () => this.#tus.look(upload));
    const offset = Number(answer.headers['upload-offset']);
    assert.ok(offset >= acknowledged, `${offset} is less than ${acknowledged}, which was taken`);
    return offset;
  }

  async #send(upload: string, message: string): Promise<void> {
    let attempts = 0;
    const answer = await this.#persistence.until([200, 422], () => {
      attempts += 1;
      return this.#tus.send([upload], message);
    });
    // An unknown upload is one that an attempt sent whose answer was lost.
    assert.ok(answer.status === 200 || attempts > 1, answer.text());
  }
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
