import { ValiseError } from '../../../domain/model/valise-error.ts';
import { maxPasskeys } from '../../../domain/passkeys/new-passkeys.ts';
import { operations } from '../../generated/operations.js';
import type { Html } from '../../html/html.ts';
import type { Route, Services } from '../../routing/route.ts';
import { parseResponse } from '../../routing/site.ts';
import { doneNotice } from '../frame/forms.ts';
import type { AppPage } from '../frame/frame.ts';
import type { PageContext, Pages } from '../frame/pages.ts';
import { callbackOf } from '../frame/providers.ts';
import type { Refusal } from '../frame/refusals.ts';
import { refusedBecause } from '../frame/refusals.ts';
import { passkeysPage } from './page.ts';

const path = '/app/security/passkeys';

/** Where a person adds and removes passkeys, and links identities at providers. */
export function passkeyRoutes(
  { passkeys, identities }: Pick<Services, 'passkeys' | 'identities'>,
  pages: Pages,
): Route[] {
  async function show(context: PageContext, notice: Html | undefined): Promise<AppPage> {
    const { reader, csrfToken, account, site } = context;
    return passkeysPage({
      reader,
      token: csrfToken,
      passkeys: await passkeys.list(account),
      identities: await identities.list(account),
      providers: identities.providers.map((provider) => ({
        ...provider,
        linkToken: identities.beginToken(provider.id, account),
      })),
      site,
      // Bound to the account: a proof replaces the session while the form waits.
      creationOptions: site && (await passkeys.creationOptions(account, site, account.id)),
      notice,
    });
  }

  const again = (context: PageContext, _input: unknown, { notice }: Refusal) =>
    show(context, notice);

  return [
    pages.page(operations.passkeys.page, async (context, { query }) => {
      const { say } = context;
      const notice = doneNotice(query.done, (done) => {
        if (done !== 'linked' && done !== 'unlinked') return say(`passkeys.${done}`);
        const provider = identities.providers.find(({ id }) => id === query.provider)?.name;
        return provider && say(`passkeys.${done}`, { provider });
      });
      return await show(context, notice);
    }),
    pages.act(operations.passkeys.add, {
      async run({ account, actor, say, site }, { form: { name = '', response = '' } }) {
        const answer =
          site === undefined
            ? 'refused'
            : await passkeys.add(actor, account, {
                name,
                response: parseResponse(response),
                site,
                browser: account.id,
              });
        if (answer === 'added') return `${path}?done=added`;
        const texts = {
          refused: say('passkeys.addRefused'),
          known: say('passkeys.known'),
          'too many': say('passkeys.tooMany', { count: maxPasskeys }),
        };
        return refusedBecause(texts[answer]);
      },
      again,
    }),
    pages.page(operations.passkeys.rename, async ({ actor, account }, { form }) => {
      await passkeys.rename(actor, account, form.id ?? '', form.name ?? '');
      return { redirect: `${path}?done=renamed` };
    }),
    pages.act(operations.passkeys.remove, {
      async run({ account, actor, say, site }, { form: { id = '' } }) {
        const answer = await passkeys.remove(actor, account, id, { rpId: site?.rpId ?? '' });
        if (answer === 'last way') return refusedBecause(say('passkeys.lastWay'));
        return `${path}?done=removed`;
      },
      again,
    }),
    pages.page(operations.passkeys.link, async (context, { params: { provider }, query }) => {
      const { account, session } = context;
      if (!identities.isBeginToken(provider, account, query.token ?? '')) {
        throw new ValiseError('csrf', 'This link was not on a page of this session.');
      }
      const redirect = await identities.begin(provider, 'link', {
        browser: session.id,
        redirectUri: callbackOf(context, provider),
        next: path,
      });
      return { redirect };
    }),
    pages.act(operations.passkeys.unlink, {
      async run({ account, actor, say, site }, { form: { issuer = '', subject = '' } }) {
        const rpId = site?.rpId ?? '';
        const answer = await identities.unlink(actor, account, { issuer, subject }, { rpId });
        if (answer === 'last way') return refusedBecause(say('passkeys.lastWay'));
        const known = identities.providers.find((provider) => provider.issuer === issuer);
        return `${path}?done=unlinked&provider=${known?.id ?? ''}`;
      },
      again,
    }),
  ];
}
