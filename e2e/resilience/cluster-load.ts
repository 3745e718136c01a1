import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { addContacts } from '../contract/send-files.ts';
import type { Client } from '../harness/client.ts';
import { eventually } from '../harness/eventually.ts';
import { usualPatienceMs } from '../harness/patience.ts';
import type { SeededRandom } from '../harness/seeded-random.ts';
import { lendPage } from '../journeys/lend-page.ts';
import { MailReader } from './mail-reader.ts';
import { Persistence } from './persistence.ts';
import type { Sent } from './persistent-sender.ts';
import { PersistentSender } from './persistent-sender.ts';
import { PersistentUploader } from './persistent-uploader.ts';

const receiver = 'zoe@example.com';

interface Options {
  server: { readonly url: string };
  /** Accounts that send drops without a pause. */
  senders: readonly Client[];
  /** The account that the receiver sends files back to. */
  lender: Client;
  mails: ConstructorParameters<typeof MailReader>[1];
  random: SeededRandom;
  /** After each upload in pieces. */
  uploadPauseMs: number;
}

/** Clients who send, upload in pieces, read their mail and download at the same time, and know what must come of it. */
export class ClusterLoad {
  readonly #options: Options;
  readonly #persistence = new Persistence(usualPatienceMs);
  readonly #senders: readonly PersistentSender[];
  readonly #reader: MailReader;
  #uploader: PersistentUploader | undefined;
  #downloads = 0;
  #isOver = false;

  constructor(options: Options) {
    this.#options = options;
    this.#reader = new MailReader(receiver, options.mails);
    this.#senders = options.senders.map(
      (client) => new PersistentSender([client], receiver, this.#persistence),
    );
  }

  async prepare(): Promise<void> {
    const { server, senders, lender, random } = this.#options;
    for (const client of senders) await addContacts(client, [client.email, receiver]);
    await lendPage(lender, [receiver]);
    const page = await eventually('the page is in a mail', async () => {
      await this.#reader.readNew();
      return this.#reader.findPage('u');
    });
    const persistence = this.#persistence;
    this.#uploader = new PersistentUploader(server, page, { random, persistence });
  }

  /** Resolves after `end`; rejects at once when something that was acknowledged is not there. */
  async run(): Promise<void> {
    const uploader = this.#uploader ?? assert.fail('not prepared');
    const again = async (act: () => Promise<void>): Promise<void> => {
      while (!this.#isOver) await act();
    };
    await Promise.all([
      ...this.#senders.map((sender) => again(() => sender.sendOne())),
      again(async () => {
        await uploader.sendOne();
        await sleep(this.#options.uploadPauseMs);
      }),
      again(() => this.#readAndDownload()),
    ]);
  }

  end(): void {
    this.#isOver = true;
  }

  /** Waits for the mails of all drops; a copy of one would come within `copyMs`. Returns how many came twice. */
  async countDoubledMails(copyMs: number): Promise<number> {
    const sent = this.#senders.flatMap((sender) => sender.sent);
    await this.#untilMailsCame(sent);
    await sleep(copyMs);
    await this.#reader.readNew();
    return this.#reader.countDoubled(sent);
  }

  /** Every drop and every upload is there once, with its bytes. */
  async checkEverything(): Promise<void> {
    for (const sender of this.#senders) await sender.checkSent();
    await this.#uploader?.checkReceived(this.#options.lender);
  }

  describe(): string {
    const drops = this.#senders.reduce((sum, { sent }) => sum + sent.length, 0);
    const { sent = [], sentBytes = 0 } = this.#uploader ?? {};
    const megabytes = Math.round(sentBytes / 1e6);
    return `${drops} drops, ${this.#downloads} downloads by link, ${sent.length} uploads in pieces (${megabytes} MB), ${this.#persistence.repeated} requests repeated`;
  }

  /** A fast machine sends more drops than one connection has mailed by then: mails must come, not all by a moment. */
  async #untilMailsCame(sent: readonly Sent[]): Promise<void> {
    for (let missing = sent.length; missing > 0;) {
      missing = await eventually(
        `one of ${missing} missing mails has come`,
        async () => {
          await this.#reader.readNew();
          const left = sent.filter((drop) => !this.#reader.hasMailOf(drop)).length;
          return left < missing ? left : undefined;
        },
        usualPatienceMs,
      );
    }
  }

  async #readAndDownload(): Promise<void> {
    await this.#reader.readNew();
    const unread = this.#senders[0]?.sent[this.#downloads];
    if (unread === undefined || !this.#reader.hasMailOf(unread)) {
      await sleep(100);
      return;
    }
    await this.#reader.checkByLink(this.#options.server, unread, this.#persistence);
    this.#downloads += 1;
  }
}
