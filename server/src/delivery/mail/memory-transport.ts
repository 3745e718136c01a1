import type { MailFault, MailTransport, OutgoingMail } from './mail-transport.ts';

/** Keeps what was sent, for tests. */
export class MemoryTransport implements MailTransport {
  readonly mails: OutgoingMail[] = [];
  /** Thrown instead of taking mails, for as long as it is set. */
  fault: MailFault | undefined;
  /** The same, by mail. */
  faultFor: (mail: OutgoingMail) => MailFault | undefined = () => this.fault;

  send(mail: OutgoingMail): Promise<'sent'> {
    const fault = this.faultFor(mail);
    if (fault !== undefined) return Promise.reject(fault);
    this.mails.push(mail);
    return Promise.resolve('sent');
  }

  close(): void {
    // Nothing is held open.
  }
}
