import type { IncomingHttpHeaders } from 'node:http';
import type { Delivery } from '../../domain/model/dispatch.ts';
import { isBareLink } from '../../domain/model/dispatch.ts';
import type { Actor } from '../../domain/model/principal.ts';
import { sourceOf } from '../connection/source-of.ts';
import type { FastifyRequest } from 'fastify';

/** The page of a link: `d` for downloads, `u` for uploads, and the secret of the link. */
export interface LinkPage {
  page: 'd' | 'u';
  secret: string;
}

export function pathOf({ page, secret }: LinkPage): string {
  return `/${page}/${encodeURIComponent(secret)}`;
}

/** Whether a browser says that this is a prefetch. */
export function isPrefetch(headers: IncomingHttpHeaders): boolean {
  return ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /\b(?:prefetch|prerender|preview)\b/i.test(String(headers[name] ?? '')),
  );
}

/** Whether the caller is a program, such as our own script, and not a browser's form. */
export function wantsJson({ headers }: FastifyRequest): boolean {
  return /\bapplication\/json\b/.test(headers.accept ?? '');
}

/** Who has the page; nobody by name where the link has no address. */
export function actorOf({ receiver }: Pick<Delivery, 'receiver'>, request: FastifyRequest): Actor {
  const name = isBareLink(receiver) ? 'anonymous' : receiver.email;
  return { name, source: sourceOf(request), requestId: request.id };
}

/** Enough of an address or a number for its owner to recognise it, and not enough to learn it. */
export function mask(to: string): string {
  const at = to.lastIndexOf('@');
  if (at < 0) return `••• ${to.slice(-2)}`;
  const first = at > 2 ? (Array.from(to)[0] ?? '') : '';
  return `${first}•••${to.slice(at)}`;
}
