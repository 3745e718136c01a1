import assert from 'node:assert/strict';
import PostalMime from 'postal-mime';
import { exchange } from '../harness/exchange.ts';
import type { Persistence } from './persistence.ts';
import type { Sent } from './persistent-sender.ts';

/** A mail as a mail server got it. */
interface Mail {
  to: string[];
  raw: Buffer;
}

/** The link of a drop, and what identifies its mail. */
interface Notice {
  messageId: string;
  message: string;
  path: string;
}

/** A receiver without an account: reads mails, and downloads by the links in them. */
export class MailReader {
  readonly #address: string;
  readonly #mails: readonly Mail[];
  readonly #notices: Notice[] = [];
  /** The links of drops, by their message. */
  readonly #paths = new Map<string, string>();
  #read = 0;

  constructor(address: string, mails: readonly Mail[]) {
    this.#address = address;
    this.#mails = mails;
  }

  /** Reads the mails that have come. */
  async readNew(): Promise<void> {
    while (this.#read < this.#mails.length) {
      const mail = this.#mails[this.#read];
      this.#read += 1;
      if (mail?.to.includes(this.#address) !== true) continue;
      const { messageId = '', text = '' } = await PostalMime.parse(mail.raw);
      const [path] = /\/[du]\/[A-Za-z0-9_-]{43}/.exec(text) ?? [];
      const [message = ''] = /drop \w+-\d+/.exec(text) ?? [];
      if (path === undefined) continue;
      this.#notices.push({ messageId, message, path });
      this.#paths.set(message, path);
    }
  }

  findPage(kind: 'd' | 'u'): string | undefined {
    return this.#notices.findLast(({ path }) => path.startsWith(`/${kind}/`))?.path;
  }

  /** Fails unless there was a mail for each of these drops and no other, and returns how many came twice. */
  countDoubled(sent: readonly Sent[]): number {
    const drops = this.#notices.filter(({ path }) => path.startsWith('/d/'));
    const distinct = new Map(drops.map((notice) => [notice.messageId, notice.message]));
    assert.deepEqual([...distinct.values()].sort(), sent.map(({ message }) => message).sort());
    return drops.length - distinct.size;
  }

  hasMailOf({ message }: Sent): boolean {
    return this.#paths.has(message);
  }

  /** Downloads the file of a drop by its link, and compares it. */
  async checkByLink(
    server: { readonly url: string },
    drop: Sent,
    persistence: Persistence,
  ): Promise<void> {
    const path = this.#paths.get(drop.message) ?? assert.fail();
    const page = await persistence.until([200], () => exchange(server.url, { path }));
    const [, link] = new RegExp(`href="(${path}/files/[^"?]+)`).exec(page.text()) ?? [];
    assert.ok(link !== undefined, `no link to a file in ${page.text()}`);
    const file = await persistence.until([200], () => exchange(server.url, { path: link }));
    assert.equal(file.text(), drop.content);
  }
}
