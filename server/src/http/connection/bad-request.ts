import type { Problem, WireErrorCode } from '#protocol/errors.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';

interface Extras {
  code?: WireErrorCode;
  cause?: unknown;
  isDamaged?: boolean;
}

/** The error of a body that cannot be read at all. API v1 says of it that it is the body. */
export function badBody(
  message: string,
  problem: string,
  { code = 'bad_request', ...extras }: Extras = {},
): ValiseError {
  return new ValiseError(code, message, {
    details: [{ field: 'body', problem, in: 'body' }],
    ...extras,
  });
}

/** The error of a body of which only a beginning came. */
export function brokeOff(cause?: unknown): ValiseError {
  return badBody('The request broke off.', 'broke off.', { cause, isDamaged: true });
}

/** The error of a header, which API v1 names. */
export function badHeader(
  name: string,
  message: string,
  problem: string,
  {
    code = 'bad_request',
    kind,
    isDamaged = false,
  }: Omit<Extras, 'cause'> & {
    kind?: Problem['code'];
  } = {},
): ValiseError {
  const details: Problem[] = [
    { field: spelt(name), problem, in: 'header', ...(kind && { code: kind }) },
  ];
  return new ValiseError(code, message, { details, isDamaged });
}

/** The name of a header as people write it. */
export function spelt(name: string): string {
  return name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}
