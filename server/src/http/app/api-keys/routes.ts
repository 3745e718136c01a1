import { operations } from '../../generated/operations.js';
import type { Route, Services } from '../../routing/route.ts';
import type { AppPage } from '../frame/frame.ts';
import type { PageContext, Pages } from '../frame/pages.ts';
import type { KeysView } from './api-keys-page.ts';
import { keysPage, madePage, revokePage } from './api-keys-page.ts';
import { emptyKeyForm, explainKeyProblem, readKeyForm, wantedKey } from './key-fields.ts';

/** Where people make API keys for their scripts, see when each was used, and revoke them. */
export function keyRoutes(
  { ownKeys, deviceLogins }: Pick<Services, 'ownKeys' | 'deviceLogins'>,
  pages: Pages,
): Route[] {
  async function show(
    { reader, csrfToken, account }: PageContext,
    shown: Partial<Pick<KeysView, 'form' | 'problems' | 'done'>>,
  ): Promise<AppPage> {
    return keysPage({
      reader,
      csrfToken,
      keys: await ownKeys.list(account),
      form: emptyKeyForm,
      problems: [],
      offersDevices: deviceLogins.isOffered,
      ...shown,
    });
  }

  return [
    pages.page(operations.keys.page, (context, { query }) => show(context, query)),
    pages.act(operations.keys.make, {
      async run({ account, actor, reader, ownOrigin: origin }, input) {
        const answer = await ownKeys.make(actor, account, wantedKey(readKeyForm(input.form)));
        if ('made' in answer) return madePage({ ...answer, reader, email: account.email, origin });
        return { problems: answer.problems.map((problem) => explainKeyProblem(reader, problem)) };
      },
      again: (context, input, { problems }) =>
        show(context, { form: readKeyForm(input.form), problems }),
    }),
    pages.page(operations.keys.revokePage, async ({ reader, csrfToken, account }, { params }) =>
      revokePage(reader, csrfToken, await ownKeys.get(account, params.key)),
    ),
    pages.page(operations.keys.revoke, async ({ actor, account }, { params }) => {
      await ownKeys.end(actor, account, params.key);
      return { redirect: '/app/security/keys?done=revoked' };
    }),
  ];
}
