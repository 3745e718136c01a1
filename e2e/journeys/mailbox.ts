import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after } from 'node:test';
import type { Email } from 'postal-mime';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { eventually } from '../harness/eventually.ts';

/** A mail as it crossed the wire. */
export interface ArrivedMail {
  envelopeFrom: string;
  /** Every RCPT TO, in order. */
  envelopeTo: string[];
  content: Email;
}

export interface MailboxOptions {
  /** Left out, any port that is free. */
  port?: number;
  /** What happens between taking a mail in and saying so. */
  beforeAnswer?: () => Promise<void>;
}

/** A real mail server on the loopback address, which keeps what it is given. */
export class Mailbox {
  readonly mails: ArrivedMail[] = [];
  readonly #server: SMTPServer;

  private constructor({ beforeAnswer }: MailboxOptions) {
    this.#server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      closeTimeout: 100,
      onData: (stream, { envelope }, done) => {
        const { mailFrom, rcptTo } = envelope;
        const take = async (): Promise<void> => {
          const content = await PostalMime.parse(await buffer(stream));
          this.mails.push({
            envelopeFrom: mailFrom === false ? '' : mailFrom.address,
            envelopeTo: rcptTo.map(({ address }) => address),
            content,
          });
          await beforeAnswer?.();
        };
        take().then(() => {
          done();
        }, done);
      },
    });
    // A client that is killed in the middle of a mail is part of what is tested.
    this.#server.on('error', () => undefined);
  }

  static async open(options: MailboxOptions = {}): Promise<Mailbox> {
    const mailbox = new Mailbox(options);
    mailbox.#server.listen(options.port ?? 0, '127.0.0.1');
    await once(mailbox.#server.server, 'listening');
    after(() => mailbox.close());
    return mailbox;
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port;
  }

  /** The settings that make a server send its mail here. */
  get settings(): string[] {
    return smtpSettings(this.port);
  }

  /** The only mail to an address with such a subject, once it is there. */
  async getMail(to: string, subject: RegExp): Promise<ArrivedMail> {
    const found = await this.waitFor(to, subject, 1);
    const [mail, ...others] = found;
    if (mail === undefined || others.length > 0) throw new Error(`${found.length} mails to ${to}`);
    return mail;
  }

  /** All mails to an address with such a subject, oldest first, once there are so many. */
  async waitFor(to: string, subject: RegExp, count: number): Promise<ArrivedMail[]> {
    return await eventually(`${count} mails to ${to}: ${subject.source}`, () => {
      const mails = this.find(to, subject);
      return mails.length < count ? undefined : mails;
    });
  }

  find(to: string, subject: RegExp): ArrivedMail[] {
    return this.mails.filter(
      ({ envelopeTo, content }) => envelopeTo.includes(to) && subject.test(content.subject ?? ''),
    );
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(resolve);
    });
  }
}

export function smtpSettings(port: number): string[] {
  return ['--smtp-host', '127.0.0.1', '--smtp-port', String(port), '--smtp-security', 'none'];
}

/** Every address in a mail that leads somewhere, once each; but for that where further mail is refused. */
export function linksIn({ content }: ArrivedMail): string[] {
  const everywhere = `${content.text ?? ''}\n${content.html ?? ''}`;
  const links = everywhere.match(/https?:\/\/[^\s"'<>]+/g) ?? [];
  return [...new Set(links.filter((link) => !link.includes('/no-mail/')))];
}
