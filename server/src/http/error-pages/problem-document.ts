import type { Problem, ProblemDocument, Retry, WireErrorCode } from '#protocol/errors.ts';
import { retryOf } from '#protocol/errors.ts';
import type { ValiseError } from '../../domain/model/valise-error.ts';
import { OutcomeUnknown } from '../../domain/model/valise-error.ts';
import { operations } from '../generated/operations.js';
import { errorStatus } from './error-status.ts';

export const problemType = 'application/problem+json; charset=utf-8';

/** What an error is about whose code alone says it. */
const usualPlaces: Partial<Record<WireErrorCode, Problem>> = {
  contact_exists: { field: 'email', problem: 'is that of another contact.' },
  no_files: { field: 'uploads', problem: 'names no file to send.' },
  too_large: { field: 'body', problem: 'is over a limit.', in: 'body' },
  offset_conflict: {
    ...{ field: 'Upload-Offset', problem: 'is not where the upload is.' },
    in: 'header',
  },
  checksum_mismatch: {
    ...{ field: 'Upload-Checksum', problem: 'does not match what arrived.' },
    in: 'header',
  },
};

/** What failed, as API v1 says it. `origin`: of this server. */
export function problemDocument(
  error: ValiseError,
  code: WireErrorCode,
  { origin, requestId, maxErrors }: { origin: string; requestId: string; maxErrors: number },
): ProblemDocument {
  const path = operations.api.errorPage.path.replace(':code', code);
  const usual = usualPlaces[code];
  const problems = error.details ?? (usual && [usual]);
  return {
    type: `${origin}${path}`,
    title: titleOf(code),
    status: errorStatus[code],
    detail: error.message,
    code,
    ...(problems && { errors: problems.slice(0, maxErrors).map(described) }),
    retry: retryAfter(error, code),
    request_id: requestId,
  };
}

function retryAfter({ cause, isDamaged }: ValiseError, code: WireErrorCode): Retry {
  if (cause instanceof OutcomeUnknown) return 'same_key';
  return isDamaged ? 'later' : retryOf(code);
}

/** A code in words. */
export function titleOf(code: WireErrorCode): string {
  const words = code.replaceAll('_', ' ').replace('csrf', 'CSRF');
  return `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`;
}

function described(problem: Problem): NonNullable<ProblemDocument['errors']>[number] {
  return {
    in: problem.in ?? 'body',
    pointer: problem.pointer ?? pointerTo(problem.field),
    code: problem.code ?? 'invalid',
    detail: `${problem.field} ${problem.problem}`,
  };
}

/** The pointer of a field that is written as in `receivers[0].email`. */
function pointerTo(field: string): string {
  return field === 'body' ? '' : `/${field.replaceAll(/\[(\d+)\]/g, '.$1').replaceAll('.', '/')}`;
}
