import type { ErrorCode, ValiseError } from '../../domain/model/valise-error.ts';
import type { Texts } from '../../i18n/texts/texts.ts';

/** Why a sending was refused, as far as its sender can do something about it. */
export type RefusalText = keyof Texts['upload']['refusals'];

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
