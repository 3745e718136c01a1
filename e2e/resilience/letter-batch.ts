import assert, { AssertionError } from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { addContacts } from '../contract/send-files.ts';
import type { History } from '../contract/wire.ts';
import type { Client } from '../harness/client.ts';
import type { Answer } from '../harness/exchange.ts';

const letters = 50;
const enclosure = 'What to bring to the ward. '.repeat(40);
const nameOf = (index: number) => `letter-${index}.pdf`;
const textOf = (index: number) => `Dear patient ${index}, `.repeat(20 + index);
const patientOf = (index: number) => `patient-${index}@example.com`;
const pauseMs = 20;
/** What a node answers whose neighbour was killed, until it has taken over. */
const passing = [502, 503, 504];

/**
 * A job that sends letters with one enclosure, each under a key of its own. When the server is cut off, it begins
 * again with the first letter, as idempotency invites.
 */
export class LetterBatch {
  readonly #clients: readonly Client[];
  /** How many runs were cut off. */
  cutOff = 0;

  /** Each client is the same account at another node: after a cut, the job goes to the next. */
  constructor(...clients: readonly Client[]) {
    this.#clients = clients;
  }

  get #client(): Client {
    return this.#clients[this.cutOff % this.#clients.length] ?? assert.fail();
  }

  readonly letters = letters;
  /** The files of the job that stay when it has ended. */
  readonly storedFiles = 2 * letters;

  async prepare(): Promise<void> {
    const patients = Array.from({ length: letters }, (_, index) => patientOf(index));
    await addContacts(this.#client, [this.#client.email, ...patients]);
    await this.#client.get('get_files');
  }

  /** Runs until the server is gone, or has all letters; returns whether it has. */
  async workUntilCutOff(isKilled: () => boolean): Promise<boolean> {
    try {
      await this.run();
      return true;
    } catch (error) {
      if (!isKilled() || error instanceof AssertionError) throw error;
      this.cutOff += 1;
      return false;
    }
  }

  /** Sends every letter, from the first on. The account is a receiver too, so that it can look at what came. */
  async run(): Promise<void> {
    const client = this.#client;
    for (let index = 0; index < letters; index += 1) {
      const receivers = [{ email: client.email }, { email: patientOf(index) }];
      await this.#until200(() => client.call('receivers_set', { json: receivers }));
      await this.#until200(() =>
        client.upload({ [nameOf(index)]: textOf(index), 'enclosure.pdf': enclosure }),
      );
      await this.#until200(() =>
        client.call('createdrop', {
          json: { ddmessage: `letter ${index}` },
          headers: { 'idempotency-key': `night run, letter ${index}` },
        }),
      );
    }
  }

  /** Each letter was sent once, to its own patient, whole and with the enclosure, and nothing else was. */
  async check(): Promise<void> {
    const { history, inbox } = await this.#client.get<History>('get_history');
    assert.deepEqual(
      history.map(({ ddmessage }) => ddmessage).toReversed(),
      Array.from({ length: letters }, (_, index) => `letter ${index}`),
    );
    for (const [index, { files, receivers }] of history.toReversed().entries()) {
      assert.deepEqual(files.map(({ name }) => name).toSorted(), ['enclosure.pdf', nameOf(index)]);
      assert.deepEqual(
        receivers.map(({ email }) => email),
        [this.#client.email, patientOf(index)],
      );
      const { url } = inbox[letters - 1 - index] ?? assert.fail();
      for (const [name, text] of [
        [nameOf(index), textOf(index)],
        ['enclosure.pdf', enclosure],
      ] as const) {
        assert.equal((await this.#client.download(url, name)).text(), text);
      }
    }
    assert.deepEqual(await this.#client.get('get_files'), []);
  }

  /** Repeats what an upload forbids that was cut off and has not ended. */
  async #until200(ask: () => Promise<Answer>): Promise<void> {
    for (;;) {
      const answer = await ask();
      const told = answer.text();
      if (answer.status === 200) return;
      if (passing.includes(answer.status)) throw new Error(told);
      assert.ok(answer.status === 409 && told.includes('upload_in_progress'), told);
      await sleep(pauseMs);
    }
  }
}
