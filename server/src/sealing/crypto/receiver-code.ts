import { createHmac } from 'node:crypto';

import type { MailId } from '../../domain/model/ids.ts';
import { refuseWeakKey } from './secret-key.ts';

const digits = 8;

/**
 * The code that a message carries. It is derived from the message's random id, so that the message
 * can be made and sent again although only a hash of the code is stored, and the database alone
 * cannot give it away.
 */
export function receiverCode(codeKey: Buffer, id: MailId): string {
  refuseWeakKey(codeKey, 'The code key');
  const mac = createHmac('sha256', codeKey).update(id, 'utf8').digest();
  // 64 bits over 10^8 codes: no code is likelier than another by anything that could be measured.
  const number = mac.readBigUInt64BE() % 10n ** BigInt(digits);
  return String(number).padStart(digits, '0');
}
