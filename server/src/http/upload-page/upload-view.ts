import type { FastifyRequest } from 'fastify';
import type { Instant } from '../../domain/model/clock.ts';
import type { IncomingUpload } from '../../domain/model/incoming-upload.ts';
import type { GrantAllowance } from '../../domain/grants/grant-allowance.ts';
import type { DispatchOverview } from '../../domain/model/dispatch.ts';
import type { Grant } from '../../domain/grants/grant-upload.ts';
import type { Translation } from '../../i18n/texts/translation.ts';
import type { Reader } from '../link-pages/page-parts.ts';
import type { RefusalText } from './refusal.ts';

/** Everything the upload page shows. */
export interface UploadView extends Reader {
  translation: Translation;
  serviceName: string;
  supportAddress: string | undefined;
  /** Where the form goes: the page itself. */
  secret: string;
  /** Keeps the language that was chosen on the page; empty when none was. */
  query: string;
  /** Undefined when the account that asks does not show its address. */
  sender: string | undefined;
  message: string | undefined;
  expiresAt: Instant;
  allowance: GrantAllowance;
  /** Newest first. */
  sent: { at: Instant; files: { name: string; sizeBytes: number }[] }[];
  /** What was begun and not sent off, in the order of its beginning. */
  begun: readonly IncomingUpload[];
  /** Set when a form without script was refused. */
  refusal: Refusal | undefined;
}

export interface Refusal {
  text: RefusalText;
  /** The file it is about, where it is about one. */
  fileName: string | undefined;
  /** What the sender had written, so that nobody has to write it again. */
  message: string | undefined;
}

export function uploadViewOf(
  { dispatch, sender }: Grant,
  returns: readonly DispatchOverview[],
  rest: Omit<UploadView, 'sender' | 'message' | 'expiresAt' | 'sent'>,
): UploadView {
  return {
    ...rest,
    sender: sender.visibility.email ? sender.email : undefined,
    message: dispatch.message,
    expiresAt: dispatch.expiresAt,
    sent: returns.map((sent) => ({ at: sent.dispatch.createdAt, files: sent.files })),
  };
}

/** Whether the caller is a program, our own script among them, and not a browser's form. */
export function wantsJson({ headers }: FastifyRequest): boolean {
  return /\bapplication\/json\b/.test(headers.accept ?? '');
}
