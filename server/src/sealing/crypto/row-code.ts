import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';

import type { RowBinding } from '../../domain/model/row-binding.ts';
import { frameFields } from './frame-fields.ts';
import { refuseWeakKey } from './secret-key.ts';

/** HMAC-SHA-256 over the framed fields of a row. */
export function createRowBinding(
  rowKey: Buffer,
  onTampered: RowBinding['onTampered'] = () => undefined,
): RowBinding {
  refuseWeakKey(rowKey, 'The row key');
  const key = createSecretKey(rowKey);
  const codeOf: RowBinding['codeOf'] = (...fields) =>
    createHmac('sha256', key)
      .update(frameFields(...fields))
      .digest();
  return {
    codeOf,
    isCodeOf(code, ...fields) {
      const expected = codeOf(...fields);
      return code.length === expected.length && timingSafeEqual(code, expected);
    },
    onTampered,
  };
}
