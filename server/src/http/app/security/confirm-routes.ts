import { ValiseError } from '../../../domain/model/valise-error.ts';
import { operations } from '../../generated/operations.js';
import { html } from '../../html/html.ts';
import type { Route, Services } from '../../routing/route.ts';
import { keptFormPage } from '../frame/confirm-page.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import { nextPage } from '../frame/next-page.ts';
import type { Pages } from '../frame/pages.ts';
import { callbackOf, nameOfProvider, whileReachable } from '../frame/providers.ts';

/** Where people prove again who they are. The guard asks for the proof; what they wanted comes after it. */
export function confirmRoutes({ identities, keptForms }: Services, { page }: Pages): Route[] {
  return [
    page(operations.security.confirmedPage, async ({ reader, account, csrfToken }, { query }) =>
      keptFormPage(reader, csrfToken, await keptForms.find(account, query.form ?? '')),
    ),
    page(operations.security.confirm, (_context, { form }) => ({ redirect: nextPage(form.next) })),
    page(operations.security.confirmWithProvider, (context, { params: { provider }, query }) => {
      const { account, session, reader } = context;
      const { token = '' } = query;
      const next = nextPage(query.next);
      const away = () => awayPage(reader, nameOfProvider(identities, provider), next);
      return whileReachable(context, away, async () => {
        if (!identities.isBeginToken(provider, account, token)) {
          throw new ValiseError('csrf', 'This link was not on a page of this session.');
        }
        const redirectUri = callbackOf(context, provider);
        const journey = { browser: session.id, redirectUri, next };
        return { redirect: await identities.begin(provider, 'prove', journey) };
      });
    }),
  ];
}

/** Says that a provider does not answer, with the way back to the other ways. */
function awayPage({ say }: PageReader, provider: string, next: string): AppPage {
  const title = say('passkeys.awayTitle', { provider });
  const body = html`<section class="card card-pad stack stack-s narrow">
    <h1>${title}</h1>
    <p>${say('security.confirmAway')}</p>
    <p>
      <a class="button primary" href="/app/${next.slice('/app/'.length)}"
        >${say('security.confirmAnotherWay')}</a
      >
    </p>
  </section>`;
  return { title, body, status: 503 };
}
