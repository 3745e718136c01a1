import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../domain/model/clock.ts';
import type { InFlightRequest, Outcome } from './in-flight-requests.ts';
import { sourceOf } from './source-of.ts';

/** One line for each request. Paths are logged as patterns: the real ones contain names and tokens. */
export function createAnswerLog(log: FastifyBaseLogger, clock: Clock) {
  // None of these facts is a secret, and redaction costs more than the rest of a line.
  const plainLog = log.child({}, { redact: [] });
  return ({ request, response, startedAt }: InFlightRequest, outcome: Outcome): void => {
    const { id: reqId, method, route } = request;
    const source = sourceOf(request);
    if (outcome === 'answered') {
      const { statusCode: status } = response;
      const ms = Math.round((clock.monotonic() - startedAt) * 10) / 10;
      plainLog.info({ reqId, method, route, source, status, ms }, 'answered');
    } else {
      plainLog.info({ reqId, method, route, source }, 'the client went away');
    }
  };
}
