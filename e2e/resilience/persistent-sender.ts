import assert from 'node:assert/strict';
import type { History } from '../contract/wire.ts';
import type { Client } from '../harness/client.ts';
import type { Answer } from '../harness/exchange.ts';
import type { Persistence } from './persistence.ts';

export interface Sent {
  message: string;
  file: string;
  content: string;
}

/** An account that sends one drop after the other, and repeats what was not acknowledged. */
export class PersistentSender {
  readonly sent: Sent[] = [];
  readonly #clients: readonly Client[];
  readonly #receiver: string;
  readonly #persistence: Persistence;
  #turns = 0;

  /** Each client is the same account at another node; requests go to them in turn. */
  constructor(clients: readonly Client[], receiver: string, persistence: Persistence) {
    this.#clients = clients;
    this.#receiver = receiver;
    this.#persistence = persistence;
  }

  get client(): Client {
    return this.#clients[this.#turns % this.#clients.length] ?? assert.fail();
  }

  async sendOne(): Promise<void> {
    const { email } = this.client;
    const name = `${email.split('@')[0] ?? ''}-${this.sent.length + 1}`;
    const drop = { message: `drop ${name}`, file: `${name}.txt`, content: `content of ${name}` };
    await this.#until200((client) => client.upload({ [drop.file]: drop.content }));
    await this.#until200((client) => client.call('get_files'));
    await this.#until200((client) =>
      client.call('receivers_set', { json: [{ email }, { email: this.#receiver }] }),
    );
    await this.#until200((client) =>
      client.call('createdrop', {
        json: { ddmessage: drop.message },
        headers: { 'idempotency-key': drop.message },
      }),
    );
    this.sent.push(drop);
  }

  /** Every acknowledged drop is there once, and in its place in the inbox too, with its bytes. */
  async checkSent(): Promise<void> {
    const { history, inbox } = await this.client.get<History>('get_history');
    const drops = history.map(({ ddmessage, files }) => [ddmessage, ...files.map((f) => f.name)]);
    assert.deepEqual(
      drops.toReversed(),
      this.sent.map(({ message, file }) => [message, file]),
    );
    const received = inbox.filter(({ sender }) => sender === this.client.email);
    assert.equal(received.length, this.sent.length);
    for (const [at, { file, content }] of this.sent.toReversed().entries()) {
      const answer = await this.client.download(received[at]?.url ?? '', file);
      assert.equal(answer.text(), content);
    }
  }

  async #until200(call: (client: Client) => Promise<Answer>): Promise<void> {
    await this.#persistence.until([200], () => {
      this.#turns += 1;
      return call(this.client);
    });
  }
}
