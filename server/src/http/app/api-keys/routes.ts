import type { keyOperations } from '#protocol/operations/keys.ts';
import type { InputOf } from '#protocol/operations/operation.ts';
import { parseWholeNumber } from '#protocol/whole-number.ts';
import type { KeyProblem } from '../../../domain/access/own-keys.ts';
import { defaultKeyLifetime, maxOwnKeys } from '../../../domain/access/own-keys.ts';
import { operations } from '../../generated/operations.js';
import type { Route, Services } from '../../routing/route.ts';
import type { FieldProblem } from '../frame/forms.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import type { PageContext, Pages } from '../frame/pages.ts';
import type { KeysView } from './api-keys-page.ts';
import { keysPage, madePage, revokePage } from './api-keys-page.ts';

/** Where people make API keys for their scripts, see when each was used, and revoke them. */
export function keyRoutes({ ownKeys }: Pick<Services, 'ownKeys'>, pages: Pages): Route[] {
  async function show(
    { reader, csrfToken, account }: PageContext,
    shown: Partial<Pick<KeysView, 'form' | 'problems' | 'done'>>,
  ): Promise<AppPage> {
    return keysPage({
      reader,
      csrfToken,
      keys: await ownKeys.list(account),
      form: { name: '', days: String(defaultKeyLifetime), replacesContacts: false },
      problems: [],
      ...shown,
    });
  }

  return [
    pages.page(operations.keys.page, (context, { query }) => show(context, query)),
    pages.act(operations.keys.make, {
      async run({ account, actor, reader, ownOrigin: origin }, input) {
        const form = formIn(input);
        const wanted = { ...form, days: parseWholeNumber(form.days) ?? 0 };
        const answer = await ownKeys.make(actor, account, wanted);
        if ('made' in answer) return madePage({ ...answer, reader, email: account.email, origin });
        return { problems: answer.problems.map((problem) => explain(reader, problem)) };
      },
      again: (context, input, { problems }) => show(context, { form: formIn(input), problems }),
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

function formIn({ form }: InputOf<typeof keyOperations.make.input>): KeysView['form'] {
  const { name = '', days = '', replacesContacts } = form;
  return { name, days, replacesContacts: replacesContacts === 'yes' };
}

const fields = { name: 'name', lifetime: 'days', tooMany: 'name' } as const;

function explain({ say }: PageReader, problem: KeyProblem): FieldProblem {
  const text =
    problem === 'tooMany'
      ? say('keys.problems.tooMany', { count: maxOwnKeys })
      : say(`keys.problems.${problem}`);
  return { field: fields[problem], text };
}
