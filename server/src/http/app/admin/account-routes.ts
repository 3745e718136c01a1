import type { adminOperations } from '#protocol/operations/admin.ts';
import type { Compiled } from '#protocol/operations/compiled.ts';
import type { InputOf } from '#protocol/operations/operation.ts';
import { parseWholeNumber } from '#protocol/whole-number.ts';
import type {
  InvitationProblem,
  Refusal as RefusedAct,
} from '../../../domain/administration/account-administration.ts';
import type { ChangeRefusal } from '../../../domain/administration/account-changes.ts';
import type { AccountId } from '../../../domain/model/ids.ts';
import { leastMailsPerDay, mostMailsPerDay } from '../../../domain/notices/mail-limits.ts';
import { operations } from '../../generated/operations.js';
import type { Html } from '../../html/html.ts';
import type { Route, Services } from '../../routing/route.ts';
import { doneNotice } from '../frame/forms.ts';
import type { AppPage } from '../frame/frame.ts';
import type { PageContext, Pages } from '../frame/pages.ts';
import type { Refusal } from '../frame/refusals.ts';
import { noRefusal, problemWith, refusedBecause } from '../frame/refusals.ts';
import type { AccountListView, InvitationView } from './account-list-page.ts';
import { renderAccountList } from './account-list-page.ts';
import { gigabyte, renderAccount, renderFactorRemoval, renderRemoval } from './account-page.ts';

const maxQuotaGigabytes = 1_000_000;

type AccountsQuery = InputOf<typeof adminOperations.accounts.input>['query'];
type OneAccount = InputOf<typeof adminOperations.account.input>;
type Done = NonNullable<OneAccount['query']['done']>;

interface ShownAccount extends Partial<Pick<Refusal, 'problems'>> {
  notice?: Html | undefined;
  /** What was typed into these fields. Left out, they hold what is kept. */
  quota?: string | undefined;
  mails?: string | undefined;
  name?: string | undefined;
}

const doneTexts = {
  invited: 'admin.done.invited',
  disabled: 'admin.done.disabled',
  enabled: 'admin.done.enabled',
  link: 'admin.done.linkSent',
  sessions: 'admin.done.sessionsEnded',
  keys: 'admin.done.keysEnded',
  factor: 'admin.done.factorRemoved',
  quota: 'admin.done.quotaSet',
  role: 'admin.done.roleSet',
  name: 'admin.done.nameSet',
} as const satisfies Record<Done, string>;

const refusalTexts = {
  own_account: 'admin.refused.ownAccount',
  last_admin: 'admin.refused.lastAdmin',
  disabled: 'admin.refused.disabled',
  not_a_person: 'admin.refused.notPerson',
  no_factor: 'admin.refused.noFactor',
  own_change: 'admin.refused.ownChange',
} as const satisfies Record<RefusedAct | Exclude<ChangeRefusal, 'bad_name'>, string>;

const problemTexts = {
  email: 'admin.account.emailProblem',
  number: 'admin.account.numberProblem',
  taken: 'admin.account.taken',
} as const satisfies Record<InvitationProblem, string>;

const emptyInvitation: InvitationView = { email: '', number: '', role: 'user', problems: [] };

/** The list of accounts, and what is done with one. */
export function accountRoutes(
  { administration }: Pick<Services, 'administration'>,
  pages: Pages,
): Route[] {
  /** Asks before an account is removed. */
  async function showRemoval(
    { reader, csrfToken }: PageContext,
    params: OneAccount['params'],
    refusal = noRefusal,
  ): Promise<AppPage> {
    const { account } = await administration.accounts.get(idOf(params));
    return { title: account.email, body: renderRemoval({ reader, csrfToken, account, refusal }) };
  }

  async function showAccounts(
    { reader, csrfToken }: PageContext,
    { address: prefix = '', role, state, after }: AccountsQuery,
    {
      invitation = emptyInvitation,
      notice,
    }: Partial<Pick<AccountListView, 'invitation' | 'notice'>> = {},
  ): Promise<AppPage> {
    const filter = { prefix, role, state };
    const page = await administration.accounts.list({ ...filter, after });
    const body = renderAccountList({ reader, csrfToken, filter, page, invitation, notice });
    return { title: reader.say('admin.accounts'), body };
  }

  async function showAccount(
    { reader, csrfToken, account: self }: PageContext,
    params: OneAccount['params'],
    shown: ShownAccount,
  ): Promise<AppPage> {
    const row = await administration.accounts.get(idOf(params));
    const { email, quotaBytes, mailsPerDay, displayName } = row.account;
    const kept = quotaBytes === undefined ? '' : String(quotaBytes / gigabyte);
    const body = renderAccount({
      reader,
      csrfToken,
      self: self.id,
      row,
      defaultQuotaBytes: administration.defaultQuotaBytes,
      quota: shown.quota ?? kept,
      defaultMailsPerDay: administration.defaultMailsPerDay,
      name: shown.name ?? displayName,
      mails: shown.mails ?? String(mailsPerDay ?? ''),
      problems: shown.problems ?? [],
      notice: shown.notice,
    });
    return { title: email, body };
  }

  /** An act on one account: what it is refused for, or where it leads. */
  function accountAct(
    operation: Compiled<typeof adminOperations.disable>,
    done: Done,
    run: (context: PageContext, id: AccountId) => Promise<RefusedAct | undefined>,
  ): Route {
    return pages.act(operation, {
      async run(context, { params }) {
        const refused = await run(context, idOf(params));
        return refused === undefined
          ? pathOf(params, done)
          : refusedBecause(context.say(refusalTexts[refused]));
      },
      again: (context, { params }, refusal) => showAccount(context, params, refusal),
    });
  }

  return [
    pages.page(operations.admin.accounts, (context, { query }) => {
      const notice = doneNotice(query.done, (done) => context.say(`admin.done.${done}`));
      return showAccounts(context, query, { notice });
    }),
    pages.act(operations.admin.invite, {
      async run({ actor, account: self, say }, { form }) {
        const answer = await administration.accounts.invite(actor, self.id, invitationIn(form));
        if ('account' in answer) return pathOf(answer.account, 'invited');
        const problems = answer.problems.map((problem) => ({
          field: problem === 'number' ? 'number' : 'email',
          text: say(problemTexts[problem]),
        }));
        return { problems };
      },
      again: (context, { form }, { problems }) =>
        showAccounts(context, {}, { invitation: { ...invitationIn(form), problems } }),
    }),
    pages.page(operations.admin.account, (context, { params, query }) => {
      const notice = doneNotice(query.done, (done) => context.say(doneTexts[done]));
      return showAccount(context, params, { notice });
    }),
    accountAct(operations.admin.disable, 'disabled', ({ actor, account: self }, id) =>
      administration.accounts.disable(actor, self.id, id),
    ),
    accountAct(operations.admin.enable, 'enabled', async ({ actor }, id) => {
      await administration.accounts.enable(actor, id);
      return undefined;
    }),
    accountAct(operations.admin.sendLink, 'link', ({ actor, account: self }, id) =>
      administration.accounts.sendLink(actor, self.id, id),
    ),
    accountAct(operations.admin.endSessions, 'sessions', async ({ actor }, id) => {
      await administration.accounts.endSessions(actor, id);
      return undefined;
    }),
    accountAct(operations.admin.endKeys, 'keys', async ({ actor }, id) => {
      await administration.accounts.endKeys(actor, id);
      return undefined;
    }),
    pages.page(operations.admin.removeFactorPage, async ({ reader, csrfToken }, { params }) => {
      const { account } = await administration.accounts.get(idOf(params));
      return { title: account.email, body: renderFactorRemoval({ reader, csrfToken, account }) };
    }),
    accountAct(operations.admin.removeFactor, 'factor', ({ actor }, id) =>
      administration.accounts.removeSecondFactor(actor, id),
    ),
    pages.act(operations.admin.setRole, {
      async run({ actor, account: self, say }, { params, form: { role = 'user' } }) {
        return outcomeOf(
          say,
          params,
          'role',
          await administration.changes.setRole(actor, self, idOf(params), role),
        );
      },
      again: (context, { params }, refusal) => showAccount(context, params, refusal),
    }),
    pages.act(operations.admin.setName, {
      async run({ actor, account: self, say }, { params, form: { name = '' } }) {
        return outcomeOf(
          say,
          params,
          'name',
          await administration.changes.setName(actor, self, idOf(params), name),
        );
      },
      again: (context, { params, form: { name } }, refusal) =>
        showAccount(context, params, { ...refusal, name }),
    }),
    pages.page(operations.admin.removePage, (context, { params }) => showRemoval(context, params)),
    pages.act(operations.admin.remove, {
      async run({ actor, account: self, say }, { params, form: { address = '' } }) {
        const { account } = await administration.accounts.get(idOf(params));
        if (address.toLowerCase() !== account.email) {
          return problemWith('address', say('admin.refused.notSent'));
        }
        const refused = await administration.changes.remove(actor, self, account.id);
        const outcome = outcomeOf(say, params, 'name', refused);
        return typeof outcome === 'string' ? '/app/admin/accounts?done=removed' : outcome;
      },
      again: (context, { params }, refusal) => showRemoval(context, params, refusal),
    }),
    pages.act(operations.admin.setQuota, {
      async run({ actor, say }, { params, form }) {
        const bytes = parseQuota(form.quota ?? '');
        if (bytes === 'wrong') return problemWith('quota', say('admin.account.quotaProblem'));
        await administration.accounts.setQuota(actor, idOf(params), bytes);
        return pathOf(params, 'quota');
      },
      again: (context, { params, form: { quota } }, refusal) =>
        showAccount(context, params, { ...refusal, quota }),
    }),
    pages.act(operations.admin.setMailLimit, {
      async run({ actor, reader: { say, formats } }, { params, form }) {
        const mails = parseMails(form.mails ?? '');
        if (mails === 'wrong') {
          const least = formats.number(leastMailsPerDay);
          const most = formats.number(mostMailsPerDay);
          return problemWith('mails', say('admin.account.mailsProblem', { least, most }));
        }
        await administration.accounts.setMailsPerDay(actor, idOf(params), mails);
        return pathOf(params, 'quota');
      },
      again: (context, { params, form: { mails } }, refusal) =>
        showAccount(context, params, { ...refusal, mails }),
    }),
  ];
}

/** Where a change leads, or why it was refused. */
function outcomeOf(
  say: PageContext['say'],
  params: OneAccount['params'],
  done: Done,
  refused: ChangeRefusal | undefined,
): string | Refusal {
  if (refused === undefined) return pathOf(params, done);
  return refused === 'bad_name'
    ? problemWith('name', say('settings.problems.displayName'))
    : refusedBecause(say(refusalTexts[refused]));
}

function idOf({ id }: OneAccount['params']): AccountId {
  return id as AccountId;
}

function pathOf({ id }: OneAccount['params'], done: Done): string {
  return `/app/admin/accounts/${id}?done=${done}`;
}

function invitationIn(form: InputOf<typeof adminOperations.invite.input>['form']) {
  const { email = '', number = '', role = 'user' } = form;
  return { email, number, role };
}

function parseMails(text: string): number | undefined | 'wrong' {
  if (text === '') return undefined;
  const mails = parseWholeNumber(text) ?? 0;
  return mails >= leastMailsPerDay && mails <= mostMailsPerDay ? mails : 'wrong';
}

/** In GB, with a point or a comma. */
function parseQuota(text: string): number | undefined | 'wrong' {
  if (text === '') return undefined;
  if (!/^\d{1,7}(?:[.,]\d{1,3})?$/.test(text)) return 'wrong';
  const gigabytes = Number(text.replace(',', '.'));
  return gigabytes > maxQuotaGigabytes ? 'wrong' : Math.round(gigabytes * gigabyte);
}
