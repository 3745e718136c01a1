import type { FastifyInstance } from 'fastify';
import Fastify from 'fastify';
import { pino } from 'pino';
import { systemClock } from '../../platform/system.ts';
import { beginRequests } from './begin-requests.ts';
import { createInFlightRequests } from './in-flight-requests.ts';
import { requestOptions } from './request-options.ts';

/** An app that takes requests as the whole server does, and does nothing with them. */
export function bareApp(): FastifyInstance {
  const app = Fastify(requestOptions(pino({ level: 'silent' }), () => 'id'));
  beginRequests(app, createInFlightRequests(systemClock, []));
  return app;
}
