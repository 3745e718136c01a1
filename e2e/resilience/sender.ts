import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { humanSize } from '#protocol/human-size.ts';
import type { Client } from '../harness/client.ts';
import type { Answer } from '../harness/exchange.ts';
import type { SeededRandom } from '../harness/seeded-random.ts';
import type { Act, Content, World } from './possible-worlds.ts';
import { PossibleWorlds, act } from './possible-worlds.ts';

const names = ['a.txt', 'b.bin', 'ü.pdf', 'no ending', 'e.e.e', 'f.zip'];
const sizes = [0, 1, 1_000, 70_000, 262_144, 262_145, 900_000];

interface Observation {
  contacts: string[];
  tray: [name: string, size: string][];
  drops: { message: string; names: string[]; hashes: string[] }[];
}

/** An account that uploads and sends to itself without pause, and knows what must have come of it. */
export class Sender {
  readonly #client: Client;
  readonly #random: SeededRandom;
  readonly #worlds = new PossibleWorlds();
  /** Hashes of the files of drops that were downloaded already, by the drop's address. */
  readonly #hashes = new Map<string, string[]>();
  /** The message of a dispatch whose answer never came, to be asked for again. */
  #unanswered: string | undefined;
  #serial = 0;
  /** How many uploads and dispatches were answered. */
  acknowledged = 0;

  constructor(client: Client, random: SeededRandom) {
    this.#client = client;
    this.#random = random;
  }

  /** One act after the other, until the server is gone. */
  async workUntilCutOff(isKilled: () => boolean): Promise<void> {
    while (!isKilled()) {
      try {
        await this.#actOnce();
      } catch (error) {
        if (!isKilled()) throw error;
      }
    }
  }

  /** Looks at the account after a restart: it must be in one of the worlds it may be in. */
  async checkWhatIsThere(): Promise<void> {
    const seen = await this.#observe();
    const before = this.#worlds.describe();
    const isPossible = this.#worlds.observe((world) => matches(world, seen));
    assert.ok(isPossible, `Seen: ${JSON.stringify(seen, undefined, 1)}\nPossible: ${before}`);
    if (this.#unanswered !== undefined) await this.#askAgain(this.#unanswered);
  }

  /** Downloads every drop again, and the tray after it was sent. */
  async checkEverything(): Promise<void> {
    if (this.#hasFiles()) await this.#dispatch();
    this.#hashes.clear();
    await this.checkWhatIsThere();
  }

  storedFiles(): number {
    const { tray, drops } = this.#worlds.any;
    return [tray, ...drops.map(({ files }) => files)].flatMap((files) => Object.keys(files)).length;
  }

  #hasFiles(): boolean {
    return Object.keys(this.#worlds.any.tray).length > 0;
  }

  async #actOnce(): Promise<void> {
    if (this.#worlds.any.contacts.length === 0 || this.#random.chance(0.1)) {
      await this.#replaceContacts();
    } else if (this.#hasFiles() && this.#random.chance(0.4)) {
      await this.#dispatch();
    } else {
      await this.#upload();
    }
  }

  /** Sends a request whose success is `change`. Without an answer, both may be true. */
  async #attempt(change: Act, request: () => Promise<Answer>): Promise<void> {
    let answer;
    try {
      answer = await request();
    } catch (error) {
      this.#worlds.mayHaveHappened(change);
      throw error;
    }
    assert.equal(answer.status, 200, answer.text());
    this.#worlds.happened(change);
  }

  async #replaceContacts(): Promise<void> {
    this.#serial += 1;
    const emails = [this.#client.email, `contact-${this.#serial}@example.com`];
    const json = emails.map((email) => ({ email }));
    await this.#attempt(act.replaceContacts(emails), () =>
      this.#client.call('contacts_add', { json }),
    );
  }

  async #upload(): Promise<void> {
    const files: Record<string, Buffer> = {};
    for (let count = 1 + this.#random.below(3); count > 0; count -= 1) {
      const name = this.#random.pick(names);
      files[name] = Buffer.from(this.#random.bytes(this.#random.pick(sizes)));
    }
    const contents = Object.entries(files).map(([name, data]) => [name, contentOf(data)] as const);
    await this.#attempt(act.upload(Object.fromEntries(contents)), () => this.#client.upload(files));
    this.acknowledged += 1;
  }

  async #dispatch(): Promise<void> {
    this.#serial += 1;
    const message = `drop ${this.#serial}`;
    await this.#client.get('get_files');
    await this.#client.get('receivers_set', { json: [{ email: this.#client.email }] });
    this.#unanswered = message;
    await this.#attempt(act.dispatch(message), () => this.#createDrop(message));
    this.#unanswered = undefined;
    this.acknowledged += 1;
  }

  async #createDrop(message: string): Promise<Answer> {
    return await this.#client.call('createdrop', {
      json: { ddmessage: message },
      headers: { 'idempotency-key': `${this.#client.email} ${message}` },
    });
  }

  /** Repeats a dispatch under its key: it must have happened once, whether it had before or not. */
  async #askAgain(message: string): Promise<void> {
    const isThere = ({ drops }: World): boolean => drops[0]?.message === message;
    const dispatch = act.dispatch(message);
    await this.#attempt(
      (world) => (isThere(world) ? world : dispatch(world)),
      () => this.#createDrop(message),
    );
    this.#unanswered = undefined;
    await this.checkWhatIsThere();
  }

  async #observe(): Promise<Observation> {
    const client = this.#client;
    const { local } = await client.get<{ local: { email: string }[] }>('contacts_read');
    const tray = await client.get<{ name: string; size: string }[]>('get_files');
    const { history, inbox } = await client.get<{
      history: { ddmessage: string; files: { name: string }[] }[];
      inbox: { url: string }[];
    }>('get_history');
    const drops = [];
    for (const [index, { ddmessage, files }] of history.entries()) {
      const fileNames = files.map(({ name }) => name);
      const hashes = await this.#hashesOf(inbox[index]?.url ?? '', fileNames);
      drops.push({ message: ddmessage, names: fileNames, hashes });
    }
    return {
      contacts: local.map(({ email }) => email),
      tray: tray.map(({ name, size }) => [name, size]),
      drops,
    };
  }

  async #hashesOf(url: string, fileNames: readonly string[]): Promise<string[]> {
    const known = this.#hashes.get(url);
    if (known !== undefined) return known;
    const hashes: string[] = [];
    for (const name of fileNames) {
      const answer = await this.#client.download(url, name);
      assert.equal(answer.status, 200, `${name}: ${answer.text()}`);
      hashes.push(contentOf(answer.body).sha256);
    }
    this.#hashes.set(url, hashes);
    return hashes;
  }
}

function contentOf(data: Buffer): Content {
  return { sha256: createHash('sha256').update(data).digest('hex'), size: humanSize(data.length) };
}

function matches({ contacts, tray, drops }: World, seen: Observation): boolean {
  const expected: Observation = {
    contacts: [...contacts],
    tray: Object.entries(tray).map(([name, { size }]) => [name, size]),
    drops: drops.map(({ message, files }) => ({
      message,
      names: Object.keys(files),
      hashes: Object.values(files).map(({ sha256 }) => sha256),
    })),
  };
  return JSON.stringify(expected) === JSON.stringify(seen);
}
