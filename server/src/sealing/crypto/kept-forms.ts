import type { Randomness } from '../../domain/model/ids.ts';
import type { FormSealer } from '../../domain/ports/hashers.ts';
import { frameFields, openBox, sealBox } from './sealed-format.ts';

const label = 'valise/kept-form-box/v1';

/** Encrypts forms, each bound to its account. */
export function createFormSealer(key: Buffer, randomness: Randomness): FormSealer {
  const purposeOf = (accountId: string) => ({
    key,
    info: frameFields(label),
    additionalData: frameFields(accountId),
  });
  return {
    seal: (accountId, text) => sealBox(purposeOf(accountId), Buffer.from(text), randomness),
    open: (accountId, sealed) => openBox(purposeOf(accountId), sealed).toString(),
  };
}
