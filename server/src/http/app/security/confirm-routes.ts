import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConfirmProviderQuery, ProviderParams } from '#protocol/schemas/passkeys.ts';
import type { ConfirmQuery } from '#protocol/schemas/people.ts';
import { ValiseError, isUnavailable } from '../../../domain/model/valise-error.ts';
import { passkeyChecks, peopleChecks } from '../../generated/checks.js';
import { html } from '../../html/html.ts';
import type { Person, Route, Services } from '../../routing/route.ts';
import { originOf } from '../../routing/site.ts';
import { keptFormPage } from '../frame/confirm-page.ts';
import type { AppPage, Frame, PageReader } from '../frame/frame.ts';
import { nextPage } from '../frame/next-page.ts';
import { personRoute } from '../frame/person-route.ts';

/** Where people prove again who they are. The guard asks for the proof; what they wanted comes after it. */
export function confirmRoutes({ identities, keptForms }: Services, frame: Frame): Route[] {
  async function begin({ account, session }: Person, request: FastifyRequest, reply: FastifyReply) {
    const { provider } = request.params as ProviderParams;
    const { token, next } = request.query as ConfirmProviderQuery;
    if (typeof token !== 'string' || !identities.isBeginToken(provider, account, token)) {
      throw new ValiseError('csrf', 'This link was not on a page of this session.');
    }
    const address = await identities.begin(provider, 'prove', {
      browser: session.id,
      redirectUri: `${originOf(request, frame.publicUrl)}/sign-in/oidc/${provider}/callback`,
      next: nextPage(next),
    });
    return frame.redirect(request, reply, address);
  }

  return [
    personRoute({
      path: '/app/confirm',
      proof: 'recent',
      methods: {
        GET: {
          schema: peopleChecks.confirmed_page,
          async handle(person, request, reply) {
            const { form: id } = request.query as ConfirmQuery;
            const form = await keptForms.find(person.account, typeof id === 'string' ? id : '');
            const page = keptFormPage(frame.readerOf(person), person.csrfToken, form);
            return frame.sendToPerson(person, request, reply, page);
          },
        },
        POST: {
          body: 'form',
          schema: peopleChecks.confirm,
          handle: ({ form }, request, reply) =>
            frame.redirect(request, reply, nextPage(form.get('next'))),
        },
      },
    }),
    personRoute({
      path: '/app/confirm/:provider',
      methods: {
        GET: {
          schema: passkeyChecks.confirm,
          async handle(person, request, reply) {
            try {
              return await begin(person, request, reply);
            } catch (error) {
              if (!isUnavailable(error)) throw error;
              const { provider: id } = request.params as ProviderParams;
              const { next } = request.query as ConfirmProviderQuery;
              const name = identities.providers.find((each) => each.id === id)?.name ?? id;
              const page = awayPage(frame.readerOf(person), name, nextPage(next));
              reply.header('retry-after', error.retryAfterSeconds ?? 10);
              return frame.sendToPerson(person, request, reply, page);
            }
          },
        },
      },
    }),
  ];
}

/** Says that a provider does not answer, with the way back to the other ways. */
function awayPage({ say }: PageReader, provider: string, next: string): AppPage {
  const title = say('passkeys.awayTitle', { provider });
  const body = html`<section class="notice">
    <h1>${title}</h1>
    <p>${say('security.confirmAway')}</p>
    <p>
      <a class="button button-main" href="/app/${next.slice('/app/'.length)}"
        >${say('security.confirmAnotherWay')}</a
      >
    </p>
  </section>`;
  return { title, body, status: 503 };
}
