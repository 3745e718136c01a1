import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ValiseError } from '../../../domain/model/valise-error.ts';
import type { Person, Services } from '../../routing/route.ts';
import { proofFields, tokenField } from '../../routing/session-guard.ts';
import { siteOf } from '../../routing/site.ts';
import { confirmPage } from './confirm-page.ts';
import type { Frame } from './frame.ts';

/** They are of one page, and are not repeated in the next. */
const ownFields: readonly string[] = [tokenField, ...Object.values(proofFields)];

export type Confirming = ReturnType<typeof createConfirming>;

/** Asks people to prove who they are, in one of the ways that they have. */
export function createConfirming(
  services: Pick<Services, 'passkeys' | 'identities' | 'authenticators' | 'keptForms'>,
  frame: Frame,
) {
  const { passkeys, identities, authenticators, keptForms } = services;

  return {
    /** In place of the answer to a request, which is repeated with the proof or after it. */
    async ask(
      person: Person,
      request: FastifyRequest,
      reply: FastifyReply,
      error: ValiseError,
    ): Promise<FastifyReply> {
      const { account, session } = person;
      const site = siteOf(request, frame.publicUrl);
      const ways = await passkeys.ways(account, site);
      const isPage =
        request.method === 'GET' || request.method === 'HEAD' || !person.isFormRepeated;
      const fields = isPage
        ? [['next', request.url] as const]
        : [...person.form].filter(([name]) => !ownFields.includes(name));
      const linked = identities.providers.filter(({ issuer }) => ways.issuers.includes(issuer));
      let next = request.url;
      if (!isPage && linked.length > 0) {
        const id = await keptForms.keep(account, { path: request.url, fields });
        next = `/app/confirm?form=${id}`;
      }
      const page = confirmPage(frame.readerOf(person, request), {
        csrfToken: person.csrfToken,
        email: account.email,
        path: isPage ? '/app/confirm' : request.url,
        fields,
        hasPassword: ways.hasPassword,
        asksForCode: ways.hasPassword && (await authenticators.describe(account)).isOn,
        passkeyOptions:
          site !== undefined && ways.hasPasskey
            ? passkeys.proofOptions(account, site, session.id)
            : undefined,
        providers: linked.map(({ id, name }) => ({
          ...{ id, name, next },
          token: identities.beginToken(id, account),
        })),
        problem: error.details?.[0],
      });
      return frame.sendToPerson(person, request, reply, page);
    },
  };
}
