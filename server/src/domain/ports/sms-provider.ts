import type { MailId } from '../model/ids.ts';
import { DeliveryFault } from './delivery-fault.ts';

export interface OutgoingSms {
  id: MailId;
  /** Digits of an international number, without the plus. */
  to: string;
  text: string;
}

/** Sends SMS to receivers. */
export interface SmsProvider {
  /**
   * Resolves once the message is the responsibility of another: a gateway accepted it (`sent`), or it is on
   * the disk (`captured`). Throws `SmsFault` otherwise. After a fault, or a crash, the same message may be
   * sent again, under the same id.
   */
  send(sms: OutgoingSms): Promise<'sent' | 'captured'>;
}

/** A message that was not accepted. */
export class SmsFault extends DeliveryFault {
  override readonly name = 'SmsFault';
}
