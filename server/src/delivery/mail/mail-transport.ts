import type { MailId } from '../../domain/model/ids.ts';

/** A finished mail and whom it goes to. */
export interface OutgoingMail {
  id: MailId;
  /** What the mail server is told, whatever the headers say. One receiver, and no other. */
  envelope: { from: string; to: string };
  /** The whole message: headers, an empty line, the body. */
  raw: Buffer;
}

/** Sends mails. */
export interface MailTransport {
  /**
   * Resolves once someone else answers for the mail: a mail server took it (`sent`), or it is safe
   * on the disk (`captured`). Throws `MailFault` when that did not happen. After a fault, or a
   * crash, the same mail may be sent again; it then may arrive twice, the same byte for byte.
   */
  send(mail: OutgoingMail): Promise<'sent' | 'captured'>;
  /** Hangs up. Nothing is sent afterwards. */
  close(): void;
}

/** A mail that was not taken. */
export class MailFault extends Error {
  /** Whether this receiver will never get this mail, however often it is tried. */
  readonly isPermanent: boolean;
  /** Whether no mail could have left: the server could not be reached, or takes nothing for now. */
  readonly isOutage: boolean;

  constructor(
    reason: string,
    about: { isPermanent: boolean; isOutage?: boolean; cause?: unknown },
  ) {
    super(reason, { cause: about.cause });
    this.name = 'MailFault';
    this.isPermanent = about.isPermanent;
    this.isOutage = about.isOutage ?? false;
  }
}

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
