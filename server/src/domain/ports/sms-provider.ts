import type { MailId } from '../model/ids.ts';

export interface OutgoingSms {
  id: MailId;
  /** Digits of an international number, without the plus. */
  to: string;
  text: string;
}

/** The way to receivers' telephones. */
export interface SmsProvider {
  /**
   * Resolves once someone else answers for the message: a gateway took it (`sent`), or it is safe on
   * the disk (`captured`). Throws `SmsFault` when that did not happen. After a fault, or a crash, the
   * same message may be sent again, under the same id.
   */
  send(sms: OutgoingSms): Promise<'sent' | 'captured'>;
}

/** A message that was not taken. */
export class SmsFault extends Error {
  /** Whether this number will never get this message, however often it is tried. */
  readonly isPermanent: boolean;
  /** Whether no message could have left: the gateway could not be reached, or takes nothing for now. */
  readonly isOutage: boolean;

  constructor(
    reason: string,
    about: { isPermanent: boolean; isOutage?: boolean; cause?: unknown },
  ) {
    super(reason, { cause: about.cause });
    this.name = 'SmsFault';
    this.isPermanent = about.isPermanent;
    this.isOutage = about.isOutage ?? false;
  }
}
