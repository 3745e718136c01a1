import type { OutgoingSms, SmsFault, SmsProvider } from '../../domain/ports/sms-provider.ts';

/** Keeps what would have gone to telephones, for tests. */
export class MemorySms implements SmsProvider {
  readonly messages: OutgoingSms[] = [];
  /** Thrown instead of taking messages, for as long as it is set. */
  fault: SmsFault | undefined;

  send(sms: OutgoingSms): Promise<'sent'> {
    if (this.fault !== undefined) return Promise.reject(this.fault);
    this.messages.push(sms);
    return Promise.resolve('sent');
  }
}
