import type { ErrorCode, ValiseError } from '../../domain/model/valise-error.ts';
import type { RefusalText } from './texts/upload-page-texts.ts';

/** Which text tells a contact why nothing was sent; what is not named here has `failed`. */
export const refusalTexts: Partial<Record<ErrorCode, RefusalText>> = {
  too_large: 'tooLarge',
  no_files: 'noFiles',
  invalid: 'invalid',
  insufficient_storage: 'noSpace',
  not_found: 'ended',
  code_needed: 'locked',
};

export function refusalTextOf({ code }: ValiseError): RefusalText {
  return refusalTexts[code] ?? 'failed';
}
