import type { MailFault, MailTransport, OutgoingMail } from './mail-transport.ts';

/** Keeps what was sent, for tests. */
export class MemoryTransport implements MailTransport {
  readonly mails: OutgoingMail[] = [];
  /** Thrown instead of taking mails, for as long as it is set. */
  fault: MailFault | undefined;

  send(mail: OutgoingMail): Promise<'sent'> {
    if (this.fault !== undefined) return Promise.reject(this.fault);
    this.mails.push(mail);
    return Promise.resolve('sent');
  }

  close(): void {
    // Nothing is held open.
  }
}
