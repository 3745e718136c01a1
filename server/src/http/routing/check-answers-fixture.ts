import { appendFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Check } from 'typebox/value';
import { groups } from '#protocol/operations/groups.ts';
import type { Operation, Operations } from '#protocol/operations/operation.ts';
import { answersFile } from '../../testing/test-environment.ts';

const declared = new Map<string, Operation>(
  Object.values<Operations>(groups)
    .flatMap((members) => Object.values(members))
    .map((operation) => [operation.on, operation]),
);

/** The operation behind a method and the pattern of a path; HEAD is answered as GET is. */
function operationAt(method: string, path: string): Operation | undefined {
  return (
    declared.get(`${method} ${path}`) ?? declared.get(`${method.replace('HEAD', 'GET')} ${path}`)
  );
}

/** Fails every request whose answer is not what its operation declares. */
export function checkAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const operation = operationAt(request.method, request.route);
    const isNegotiated = /\bapplication\/json\b/.test(request.headers.accept ?? '');
    const fault =
      operation === undefined || (operation.answer === 'page' && isNegotiated)
        ? undefined
        : faultOf(operation, reply, payload);
    if (operation !== undefined && answersFile !== undefined) {
      record(answersFile, operation, request, reply, payload);
    }
    if (fault === undefined) done();
    else done(new Error(`${operation?.on ?? ''}: ${fault}`));
  });
}

/** What was asked and answered. */
export interface RecordedAnswer {
  on: string;
  path: string;
  body?: unknown;
  status: number;
  answer: unknown;
}

function record(
  file: string,
  { on, answer }: Operation,
  { url, body, method }: FastifyRequest,
  { statusCode }: FastifyReply,
  payload: unknown,
): void {
  const isWanted = typeof answer !== 'string' && statusCode < 300 && method !== 'HEAD';
  if (!isWanted || typeof payload !== 'string' || payload === '') return;
  const recorded: RecordedAnswer = {
    ...{ on, path: url, status: statusCode, answer: JSON.parse(payload) as unknown },
    ...(typeof body === 'object' && body !== null && !Buffer.isBuffer(body) && { body }),
  };
  appendFileSync(file, `${JSON.stringify(recorded)}\n`);
}

function faultOf({ answer }: Operation, reply: FastifyReply, payload: unknown): string | undefined {
  const { statusCode } = reply;
  const isEmpty = payload === '' || payload === null || payload === undefined;
  // Errors and what HTTP itself answers have the same shape everywhere.
  if (statusCode >= 300 || answer === 'file') return undefined;
  if (answer === 'none') return isEmpty ? undefined : 'an answer without content has some';
  if (answer === 'page') {
    const type = String(reply.getHeader('content-type') ?? '');
    return isEmpty || type.startsWith('text/html') ? undefined : `a page is ${type}`;
  }
  if (typeof payload !== 'string' || isEmpty) return undefined;
  return Check(answer, JSON.parse(payload)) ? undefined : `an answer does not fit: ${payload}`;
}
