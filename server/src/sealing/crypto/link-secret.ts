import { createHmac } from 'node:crypto';

import type { ReceiverId } from '../../domain/model/ids.ts';
import { frameFields } from './frame-fields.ts';
import { refuseWeakKey } from './secret-key.ts';

/**
 * The secret of a receiver's link: 32 bytes in base64url. It is derived, so that the link can be
 * mailed and sent again although only its hash is stored, and the database alone cannot give it
 * away. Another generation makes a new link and leaves the old one worthless.
 */
export function linkSecret(linkKey: Buffer, receiverId: ReceiverId, generation: number): string {
  refuseWeakKey(linkKey, 'The link key');
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(generation);
  const mac = createHmac('sha256', linkKey).update(frameFields(receiverId, counter));
  return mac.digest('base64url');
}
