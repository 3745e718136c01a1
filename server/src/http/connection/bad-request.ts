import type { Problem, WireErrorCode } from '#protocol/errors.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';

interface Extras {
  code?: WireErrorCode;
  cause?: unknown;
}

/** The error of a body that cannot be read at all. API v1 says of it that it is the body. */
export function badBody(
  message: string,
  problem: string,
  { code = 'bad_request', cause }: Extras = {},
): ValiseError {
  return new ValiseError(code, message, {
    details: [{ field: 'body', problem, in: 'body' }],
    cause,
  });
}

/** The error of a header, which API v1 names. */
export function badHeader(
  name: string,
  message: string,
  problem: string,
  { code = 'bad_request', kind }: Pick<Extras, 'code'> & { kind?: Problem['code'] } = {},
): ValiseError {
  const details: Problem[] = [
    { field: spelt(name), problem, in: 'header', ...(kind && { code: kind }) },
  ];
  return new ValiseError(code, message, { details });
}

/** The name of a header as people write it. */
export function spelt(name: string): string {
  return name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}
