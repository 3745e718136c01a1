import { endOf } from './send.ts';
import type { Transport } from './transport.ts';
import type { FileRequest } from './types.ts';
import { randomKey } from './upload.ts';

export interface AskOptions {
  /** Who is asked, by mail. */
  from?: readonly (string | { email: string; name?: string; number?: string; language?: string })[];
  /** In place of them: so many links without an address, to hand out. */
  links?: number;
  /** What those who are asked see it is called. */
  title?: string;
  message?: string;
  /** In seconds from now. Left out, and without `expiresAt`, a week. */
  expiresIn?: number;
  expiresAt?: Date | string;
  /** An id of the caller's own. */
  reference?: string;
  notify?: 'mail' | 'none';
  idempotencyKey?: string;
}

/** How long those who are asked can send, unless the call says so. */
const usualSeconds = 7 * 86_400;

/** Asking others for files. */
export function createRequests(transport: Transport) {
  const act = <Answer>(
    path: string,
    json?: object,
    idempotencyKey = randomKey(),
  ): Promise<Answer> =>
    transport.read<Answer>({
      ...{ method: 'POST', path, idempotencyKey },
      ...(json !== undefined && { json }),
    });

  return {
    async ask(options: AskOptions): Promise<FileRequest> {
      const { from, links, title, message, reference, notify, idempotencyKey, expiresAt } = options;
      const { expiresIn = expiresAt === undefined ? usualSeconds : undefined } = options;
      const json = {
        ...(from !== undefined && {
          receivers: from.map((each) => (typeof each === 'string' ? { email: each } : each)),
        }),
        ...(links !== undefined && { links }),
        ...(title !== undefined && { title }),
        ...(message !== undefined && { message }),
        ...(reference !== undefined && { reference }),
        ...(notify !== undefined && { notify }),
        ...endOf({ expiresIn, expiresAt }),
      };
      return await act('/requests', json, idempotencyKey);
    },

    request: (id: string): Promise<FileRequest> =>
      transport.read<FileRequest>({ method: 'GET', path: pathOf(id) }),

    closeRequest: (id: string): Promise<FileRequest> => act(`${pathOf(id)}/close`),

    /** Mails those once more who have sent nothing. */
    remind: (id: string): Promise<{ reminded: number }> => act(`${pathOf(id)}/remind`),
  };
}

function pathOf(id: string): string {
  return `/requests/${encodeURIComponent(id)}`;
}
