import type { FastifyRequest } from 'fastify';
import type { Method } from '#protocol/operations/operation.ts';
import type { Route } from './route.ts';

/**
 * Gives a POST the method that its `X-HTTP-Method-Override` names, where the route allows that one. It must
 * be called before anything reads the method: every check then sees the method that will be carried out,
 * and no check sees another.
 */
export function overrideMethod({ overridable }: Route, { raw }: FastifyRequest): void {
  if (overridable === undefined || raw.method !== 'POST') return;
  const named = raw.headers['x-http-method-override'];
  if (typeof named !== 'string') return;
  const method = named.trim().toUpperCase() as Method;
  if (overridable.includes(method)) raw.method = method;
}
