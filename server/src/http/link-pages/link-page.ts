import type { FastifyRequest } from 'fastify';

/** A page that a link leads to: `d` for downloads, `u` for uploads, and the secret of the link. */
export interface LinkPage {
  page: 'd' | 'u';
  secret: string;
}

export function pathOf({ page, secret }: LinkPage): string {
  return `/${page}/${encodeURIComponent(secret)}`;
}

/** The secret of the link that a request came by. */
export function secretOf(request: FastifyRequest): string {
  return (request.params as { secret?: string }).secret ?? '';
}
