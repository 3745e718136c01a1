import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { exchange } from '../harness/exchange.ts';
import { filePart, multipart } from '../harness/multipart.ts';

const connections = 20;
const pauseMs = 50;
/** What is answered while a node is dying, or an earlier try has not ended. */
const passing = [409, 502, 503, 504];

interface SentLetter {
  id: string;
  reference: string;
  receivers: { email: string }[];
  files: { name: string; sha256: string }[];
}

const textOf = (index: number) => `Dear patient ${index}, `.repeat(20 + (index % 100));
const referenceOf = (index: number) => `letter ${index}`;
export const patientOf = (index: number) => `patient-${index}@example.com`;

/**
 * A program that sends letters over many connections, each in one request of API v1 with a key of its own. It keeps
 * nothing: once it was killed, it begins again with the first letter.
 */
export class LetterJob {
  readonly letters: number;
  /** The drop of each letter, as the first answer said. What the program forgets, the test does not. */
  readonly drops = new Map<number, string>();
  replayed = 0;
  readonly #authorization: string;
  readonly #servers: readonly { readonly url: string }[];
  #turns = 0;

  /** Each request goes to the next of the servers. */
  constructor(servers: readonly { readonly url: string }[], key: string, letters: number) {
    this.#servers = servers;
    this.#authorization = `Bearer ${key}`;
    this.letters = letters;
  }

  /** Sends every letter that has no answer yet; returns whether it came to the end. `life` kills it. */
  async run(life: AbortSignal): Promise<boolean> {
    let next = 0;
    const connection = async (): Promise<void> => {
      while (next < this.letters && !life.aborted) {
        const index = next;
        next += 1;
        await this.#sendUntilAnswered(index, life);
      }
    };
    await Promise.all(Array.from({ length: connections }, connection));
    return !life.aborted;
  }

  async #sendUntilAnswered(index: number, life: AbortSignal): Promise<void> {
    const drop = { receivers: [{ email: patientOf(index) }], reference: referenceOf(index) };
    const { contentType, body } = multipart([
      { name: 'drop', value: JSON.stringify(drop), type: 'application/json' },
      filePart(`letter-${index}.pdf`, textOf(index)),
    ]);
    while (!life.aborted) {
      this.#turns += 1;
      const { url } = this.#servers[this.#turns % this.#servers.length] ?? assert.fail();
      const answer = await exchange(url, {
        ...{ method: 'POST', path: '/api/v1/drops', body, signal: life },
        headers: {
          ...{ authorization: this.#authorization, 'content-type': contentType },
          'idempotency-key': `night run, letter ${index}`,
        },
      }).catch(() => undefined);
      if (answer?.status === 201) {
        if (answer.headers['idempotent-replayed'] === 'true') this.replayed += 1;
        this.#check(index, answer.json<SentLetter>());
        return;
      }
      if (answer !== undefined) assert.ok(passing.includes(answer.status), answer.text());
      await sleep(pauseMs);
    }
  }

  /** The letter is the drop that it was before, to its own patient and with its own file alone. */
  #check(index: number, { id, reference, receivers, files }: SentLetter): void {
    assert.equal(this.drops.get(index) ?? id, id);
    this.drops.set(index, id);
    assert.equal(reference, referenceOf(index));
    assert.deepEqual(
      receivers.map(({ email }) => email),
      [patientOf(index)],
    );
    assert.deepEqual(
      files.map(({ name, sha256 }) => [name, sha256]),
      [[`letter-${index}.pdf`, createHash('sha256').update(textOf(index)).digest('hex')]],
    );
  }
}
