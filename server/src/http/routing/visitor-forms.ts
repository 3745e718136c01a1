import type { FastifyReply, FastifyRequest } from 'fastify';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { readFormFields } from '../connection/json-body.ts';
import { createFormTokens } from './form-tokens.ts';
import { readCookie, setCookie, visitorCookie } from './person-cookies.ts';
import type { Services } from './route.ts';
import { isFromOwnPage, tokenField } from './session-guard.ts';

const secretPattern = /^[A-Za-z0-9_-]{43}$/;
const maxFormBytes = 16 * 1024;

export type VisitorForms = ReturnType<typeof createVisitorForms>;

/**
 * Forms of people who are not signed in yet. Their token belongs to a cookie that each browser has, so that
 * no other site can sign a browser in to an account of its own.
 */
export function createVisitorForms(
  services: Pick<Services, 'hasher' | 'randomness'>,
  publicUrl: string | undefined,
) {
  const tokens = createFormTokens(services);

  function secretOf(request: FastifyRequest): string | undefined {
    const secret = readCookie(request, visitorCookie);
    return secret !== undefined && secretPattern.test(secret) ? secret : undefined;
  }

  return {
    /** The secret of this browser, and a token for a page with a form; one without the cookie gets it. */
    visit(request: FastifyRequest, reply: FastifyReply): { secret: string; token: string } {
      let secret = secretOf(request);
      if (secret === undefined) {
        secret = services.randomness.bytes(32).toString('base64url');
        setCookie(reply, visitorCookie, secret);
      }
      return { secret, token: tokens.issue(secret) };
    },

    /** The secret of this browser; undefined for one without the cookie, which does not get it. */
    findSecret: secretOf,

    /** The fields of a form. Throws `csrf` where the form is not from a page that this browser was given. */
    async read(request: FastifyRequest): Promise<URLSearchParams> {
      const secret = secretOf(request);
      if (!isFromOwnPage(request, publicUrl) || secret === undefined) throw foreign();
      const fields = await readFormFields(request.raw, maxFormBytes);
      if (!tokens.isValid(fields.get(tokenField) ?? undefined, secret)) throw foreign();
      return fields;
    },
  };
}

function foreign(): ValiseError {
  return new ValiseError('csrf', 'This form was not sent by its page, or its page is too old.');
}
