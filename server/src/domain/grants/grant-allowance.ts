import type { ReturnSum } from '../model/dispatch.ts';
import type { FileLimits } from '../transfers/file-limits.ts';
import type { ReceiverId } from '../model/ids.ts';
import type { IncomingUpload } from '../model/incoming-upload.ts';
import type { LimitedScope } from '../transfers/upload-reservation.ts';
import { ValiseError } from '../model/valise-error.ts';

export interface GrantLimits extends FileLimits {
  /** How many files one contact may send back through one grant, in all. */
  grantMaxFiles: number;
  /** How many bytes they may have together; undefined: any number. */
  grantMaxBytes: number | undefined;
}

/** How much a contact may still send back. */
export interface GrantAllowance {
  files: number;
  /** Undefined: any number. */
  bytes: number | undefined;
  /** Of a single file. Undefined: any number. */
  fileBytes: number | undefined;
}

/** What is left of a grant once so much has come back through it. */
export function allowanceAfter(
  sent: ReturnSum,
  { grantMaxFiles, grantMaxBytes, maxFileBytes }: GrantLimits,
): GrantAllowance {
  return {
    files: Math.max(0, grantMaxFiles - sent.files),
    bytes: grantMaxBytes === undefined ? undefined : Math.max(0, grantMaxBytes - sent.bytes),
    fileBytes: maxFileBytes,
  };
}

/** Throws `too_large` when so many files of so many bytes are more than may still be sent. */
export function refuseOverAllowance(allowance: GrantAllowance, files: number, bytes: number): void {
  if (files > allowance.files) {
    throw new ValiseError(
      'too_large',
      `These are more files than the ${allowance.files} that can still be sent here.`,
    );
  }
  if (allowance.bytes !== undefined && bytes > allowance.bytes) throw overBytes(allowance.bytes);
}

function overBytes(allowedBytes: number): ValiseError {
  return new ValiseError(
    'too_large',
    `The files take more than the ${allowedBytes} bytes that can still be sent here.`,
  );
}

/** What forms under way, of which nobody knows the sizes, may bring together next to uploads that were announced. */
export function grantScope(
  receiverId: ReceiverId,
  allowance: GrantAllowance,
  announced: readonly Pick<IncomingUpload, 'sizeBytes'>[],
  countBytes: () => number,
): LimitedScope[] {
  if (allowance.bytes === undefined) return [];
  const left = announced.reduce((rest, { sizeBytes }) => rest - sizeBytes, allowance.bytes);
  const maxBytes = Math.max(0, left);
  return [{ key: `grant ${receiverId}`, maxBytes, countBytes, refusal: () => overBytes(maxBytes) }];
}
