import type { FastifyRequest } from 'fastify';
import type { Method } from '#protocol/operations/operation.ts';

/**
 * Gives a POST the method that its `X-HTTP-Method-Override` names, where that is one of these. It must
 * be called before anything reads the method: every check then sees the method that will be carried out,
 * and no check sees another.
 */
export function overrideMethod(overridable: readonly Method[], { raw }: FastifyRequest): void {
  if (raw.method !== 'POST') return;
  const named = raw.headers['x-http-method-override'];
  if (typeof named !== 'string') return;
  const method = named.trim().toUpperCase() as Method;
  if (overridable.includes(method)) raw.method = method;
}
