import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccountId } from '../../domain/model/ids.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { PlannedFaults } from '../../domain/sandbox/planned-faults.ts';
import { isApiPath } from '../connection/api-path.ts';

const sandboxPath = '/api/v1/sandbox/';
const retryAfterSeconds = 1;

/** Answers a request of an account in a sandbox with the fault that was planned for it, if any. */
export function createFaultMeeting(faults: Pick<PlannedFaults, 'take'>) {
  return (accountId: AccountId, request: FastifyRequest, reply: FastifyReply): void => {
    // Faults can always be looked at and cleared.
    if (isApiPath(request) && request.url.startsWith(sandboxPath)) return;
    const kind = faults.take(accountId, request.url);
    if (kind === undefined) return;
    const planned = 'This fault was planned at /api/v1/sandbox/faults.';
    if (kind === 503) throw new ValiseError('unavailable', planned, { retryAfterSeconds });
    if (kind === 429) throw new ValiseError('too_many_requests', planned, { retryAfterSeconds });
    cutAnswer(reply);
  };
}

/** Every answer begins with its headers: the line ends before the first byte of them. */
function cutAnswer({ raw }: FastifyReply): void {
  const writeHead = raw.writeHead.bind(raw) as (
    status: number,
    headers?: OutgoingHttpHeaders,
  ) => typeof raw;
  raw.writeHead = ((status: number, headers?: OutgoingHttpHeaders) => {
    raw.socket?.destroy();
    return writeHead(status, headers);
  }) as typeof raw.writeHead;
}
