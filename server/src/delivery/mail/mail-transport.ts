import type { MailId } from '../../domain/model/ids.ts';
import { DeliveryFault } from '../../domain/ports/delivery-fault.ts';
import type { RenderedMail } from './messages/render-mail.ts';

/** A finished mail and its receiver. */
export interface OutgoingMail {
  id: MailId;
  /** The envelope, whatever the headers say: one receiver, and no other. */
  envelope: { from: string; to: string };
  /** The whole message: headers, an empty line, the body. */
  raw: Buffer;
  /** The same before it was encoded. */
  content: RenderedMail;
}

/** Sends mails. */
export interface MailTransport {
  /**
   * Resolves once the mail is the responsibility of another: a mail server accepted it (`sent`), or it is
   * durable on the disk (`captured`). Throws `MailFault` otherwise. After a fault, or a crash, the same
   * mail may be sent again; it may then arrive twice, the same byte for byte.
   */
  send(mail: OutgoingMail): Promise<'sent' | 'captured'>;
  /** Closes the connections. Nothing is sent afterwards. */
  close(): void;
}

/** A mail that was not accepted. */
export class MailFault extends DeliveryFault {
  override readonly name = 'MailFault';
}

/** Keeps sent mails in memory, for tests. */
export class MemoryTransport implements MailTransport {
  readonly mails: OutgoingMail[] = [];
  /** Thrown instead of accepting mails, for as long as it is set. */
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
    // Nothing stays open.
  }
}
