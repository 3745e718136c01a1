import type { ErrorBody, WireErrorCode } from '#protocol/errors.ts';
import {
  expectError,
  expectErrorBody,
  expectJson,
  expectSameAnswer,
  expectStandardHeaders,
} from '../../client/conformance/expect.ts';
import type { Answer } from '../harness/exchange.ts';

/** Every header that every answer must carry. File data has a policy of its own. */
export const assertStandardHeaders: (headers: Record<string, unknown>) => void =
  expectStandardHeaders;

/** That the answer is an error of this kind, whole and well-formed, and gives nothing away. */
export function assertError(answer: Answer, status: number, error: WireErrorCode): ErrorBody {
  return expectError(answer, status, error) as ErrorBody;
}

/** The shape of an error body: these fields and no others, and `details` with `invalid` alone. */
export const assertErrorBody: (body: ErrorBody) => void = expectErrorBody;

/** That the answer is JSON with exactly this content. */
export const assertJson: (answer: Answer, expected: unknown) => void = expectJson;

/** That two answers cannot be told apart by anyone who does not know when they were given. */
export function assertSameAnswer(first: Answer, second: Answer): void {
  expectSameAnswer(first, second, 'answers that must be the same');
}
