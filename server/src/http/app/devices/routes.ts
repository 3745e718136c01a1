import type { AskingDevice } from '../../../domain/access/device-logins.ts';
import { defaultKeyLifetime } from '../../../domain/access/own-keys.ts';
import { usualScopes } from '../../../domain/model/principal.ts';
import { operations } from '../../generated/operations.js';
import type { Route, Services } from '../../routing/route.ts';
import type { KeyForm } from '../api-keys/key-fields.ts';
import { explainKeyProblem, readKeyForm, wantedKey } from '../api-keys/key-fields.ts';
import type { FieldProblem } from '../frame/forms.ts';
import type { AppPage } from '../frame/frame.ts';
import type { PageContext, Pages } from '../frame/pages.ts';
import type { Refusals } from '../frame/refusals.ts';
import { problemWith } from '../frame/refusals.ts';
import { codePage, leavePage } from './device-page.ts';

const wrongCode: Refusals = {
  not_found: ({ say }) => problemWith('code', say('devices.wrongCode')),
};

/** Where people let devices and programs act for them: RFC 8628. */
export function deviceRoutes(
  { deviceLogins }: Pick<Services, 'deviceLogins'>,
  pages: Pages,
): Route[] {
  const { devices } = operations;

  function askAgain(
    { reader, csrfToken }: PageContext,
    problems: readonly FieldProblem[],
  ): AppPage {
    return codePage({ reader, csrfToken, problems });
  }

  async function ask(
    { reader, csrfToken, account }: PageContext,
    code: string,
    shown?: { form: KeyForm; problems: readonly FieldProblem[] },
  ): Promise<AppPage> {
    const device = await deviceLogins.find(account, code);
    return leavePage({
      ...{ reader, csrfToken, code, device },
      ...(shown ?? { form: formFor(device), problems: [] }),
    });
  }

  return [
    pages.page(devices.page, ({ reader, csrfToken }, { query }) => {
      deviceLogins.refuseUnoffered();
      return codePage({ reader, csrfToken, problems: [], done: query.done });
    }),
    pages.act(devices.look, {
      run: (context, { form }) => ask(context, form.code ?? ''),
      refusals: wrongCode,
      again: (context, _input, { problems }) => askAgain(context, problems),
    }),
    pages.act(devices.allow, {
      async run(context, { form }) {
        const { code = '' } = form;
        const sent = readKeyForm(form);
        const problems = await deviceLogins.allow(context.account, code, wantedKey(sent));
        if (problems.length === 0) return '/app/device?done=allowed';
        const explained = problems.map((problem) => explainKeyProblem(context.reader, problem));
        return await ask(context, code, { form: sent, problems: explained });
      },
      refusals: wrongCode,
      again: (context, _input, { problems }) => askAgain(context, problems),
    }),
    pages.act(devices.refuse, {
      async run({ account }, { form }) {
        await deviceLogins.refuse(account, form.code ?? '');
        return '/app/device?done=refused';
      },
      refusals: wrongCode,
      again: (context, _input, { problems }) => askAgain(context, problems),
    }),
  ];
}

/** What the device asks for, but for rights that nobody gives by the way: those are ticked by hand. */
function formFor({ name, scopes }: AskingDevice): KeyForm {
  return {
    name,
    days: String(defaultKeyLifetime),
    scopes: scopes.filter((scope) => usualScopes.includes(scope)),
    replacesContacts: false,
    networks: '',
  };
}
