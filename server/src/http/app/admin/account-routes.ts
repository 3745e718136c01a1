import type { AccountsQuery, DoneQuery } from '#protocol/schemas/admin.ts';
import type { Refusal } from '../../../domain/administration/account-administration.ts';
import { roles } from '../../../domain/model/account.ts';
import { accountStates } from '../../../domain/model/administration.ts';
import type { AccountId } from '../../../domain/model/ids.ts';
import { leastMailsPerDay, mostMailsPerDay } from '../../../domain/notices/mail-limits.ts';
import { adminChecks } from '../../generated/checks.js';
import type { Html } from '../../html/html.ts';
import type { Person, Route, Services } from '../../routing/route.ts';
import { alertNotice } from '../frame/forms.ts';
import type { PageReader } from '../frame/frame.ts';
import type { InvitationView } from './account-pages.ts';
import {
  gigabyte,
  renderAccount,
  renderAccountList,
  renderFactorRemoval,
} from './account-pages.ts';
import type { Done } from './admin-parts.ts';
import type { AdminSection, Shown } from './admin-section.ts';
import { idOf, noticeOf, oneOf } from './admin-section.ts';

const maxQuotaGigabytes = 1_000_000;

const refusalTexts = {
  own_account: 'admin.refused.ownAccount',
  last_admin: 'admin.refused.lastAdmin',
  disabled: 'admin.refused.disabled',
  not_a_person: 'admin.refused.notPerson',
  no_factor: 'admin.refused.noFactor',
} as const satisfies Record<Refusal, string>;

const emptyInvitation: InvitationView = { email: '', number: '', role: 'user', problems: [] };

/** The list of accounts, and what is done with one. */
export function accountRoutes(
  { administration }: Pick<Services, 'administration'>,
  { page, act, send, goOn }: AdminSection,
): Route[] {
  async function showAccounts(
    reader: PageReader,
    { csrfToken }: Person,
    { address = '', role, state, after, done }: AccountsQuery,
    invitation = emptyInvitation,
  ): Promise<Shown> {
    const filter = {
      prefix: address.slice(0, 254),
      role: oneOf(roles, role),
      state: oneOf(accountStates, state),
    };
    const shown = await administration.accounts.list({ ...filter, after });
    const notice = noticeOf(reader, done);
    return {
      title: reader.say('admin.accounts'),
      body: renderAccountList({ reader, csrfToken, filter, page: shown, invitation, notice }),
      isRefused: invitation.problems.length > 0,
    };
  }

  async function showAccount(
    reader: PageReader,
    { csrfToken, account: self }: Person,
    id: AccountId,
    extra: { notice?: Html | undefined; quota?: string; mails?: string } = {},
  ): Promise<Shown> {
    const row = await administration.accounts.get(id);
    const { quotaBytes } = row.account;
    const kept = quotaBytes === undefined ? '' : String(quotaBytes / gigabyte);
    return {
      title: row.account.email,
      body: renderAccount({
        reader,
        csrfToken,
        self: self.id,
        row,
        defaultQuotaBytes: administration.defaultQuotaBytes,
        quota: extra.quota ?? kept,
        isQuotaWrong: extra.quota !== undefined,
        defaultMailsPerDay: administration.defaultMailsPerDay,
        mails: extra.mails ?? String(row.account.mailsPerDay ?? ''),
        isMailLimitWrong: extra.mails !== undefined,
        notice: extra.notice,
      }),
    };
  }

  /** An act on one account: what it is refused for, or where it leads. */
  function accountAct(
    name: string,
    done: Done,
    run: (person: Person, id: AccountId) => Promise<Refusal | undefined>,
  ): Route {
    return act(`accounts/:id/${name}`, adminChecks.act, async (person, request, reply) => {
      const id = idOf<AccountId>(request);
      const refusal = await run(person, id);
      if (refusal === undefined) return goOn(request, reply, `accounts/${id}`, done);
      return await send(person, request, reply, async (reader) => {
        const notice = alertNotice(reader.say(refusalTexts[refusal]));
        return { ...(await showAccount(reader, person, id, { notice })), isRefused: true };
      });
    });
  }

  return [
    page('accounts', adminChecks.accounts_page, (reader, person, { query }) =>
      showAccounts(reader, person, query as AccountsQuery),
    ),
    act('accounts/invite', adminChecks.invite, async (person, request, reply) => {
      const { form, actor } = person;
      const [email, number] = [form.get('email') ?? '', form.get('number') ?? ''];
      const role = form.get('role') === 'admin' ? 'admin' : 'user';
      const wanted = { email, number, role } as const;
      const answer = await administration.accounts.invite(actor, person.account.id, wanted);
      if ('account' in answer) {
        return goOn(request, reply, `accounts/${answer.account.id}`, 'invited');
      }
      const invitation = { email, number, role, problems: answer.problems };
      return await send(person, request, reply, (reader) =>
        showAccounts(reader, person, {}, invitation),
      );
    }),
    page('accounts/:id', adminChecks.account_page, (reader, person, request) =>
      showAccount(reader, person, idOf(request), {
        notice: noticeOf(reader, (request.query as DoneQuery).done),
      }),
    ),
    accountAct('disable', 'disabled', ({ actor, account }, id) =>
      administration.accounts.disable(actor, account.id, id),
    ),
    accountAct('enable', 'enabled', async ({ actor }, id) => {
      await administration.accounts.enable(actor, id);
      return undefined;
    }),
    accountAct('link', 'link', ({ actor, account }, id) =>
      administration.accounts.sendLink(actor, account.id, id),
    ),
    accountAct('sessions', 'sessions', async ({ actor }, id) => {
      await administration.accounts.endSessions(actor, id);
      return undefined;
    }),
    accountAct('keys', 'keys', async ({ actor }, id) => {
      await administration.accounts.endKeys(actor, id);
      return undefined;
    }),
    page(
      'accounts/:id/second-factor',
      adminChecks.account_page,
      async (reader, person, request) => {
        const { account } = await administration.accounts.get(idOf(request));
        const { csrfToken } = person;
        return { title: account.email, body: renderFactorRemoval({ reader, csrfToken, account }) };
      },
    ),
    accountAct('second-factor/remove', 'factor', ({ actor }, id) =>
      administration.accounts.removeSecondFactor(actor, id),
    ),
    act('accounts/:id/quota', adminChecks.quota, async (person, request, reply) => {
      const id = idOf<AccountId>(request);
      const entered = (person.form.get('quota') ?? '').trim().slice(0, 20);
      const quotaBytes = parseQuota(entered);
      if (quotaBytes === 'wrong') {
        return await send(person, request, reply, async (reader) => ({
          ...(await showAccount(reader, person, id, { quota: entered })),
          isRefused: true,
        }));
      }
      await administration.accounts.setQuota(person.actor, id, quotaBytes);
      return goOn(request, reply, `accounts/${id}`, 'quota');
    }),
    act('accounts/:id/mail-limit', adminChecks.mail_limit, async (person, request, reply) => {
      const id = idOf<AccountId>(request);
      const entered = (person.form.get('mails') ?? '').trim().slice(0, 20);
      const mailsPerDay = parseMails(entered);
      if (mailsPerDay === 'wrong') {
        return await send(person, request, reply, async (reader) => ({
          ...(await showAccount(reader, person, id, { mails: entered })),
          isRefused: true,
        }));
      }
      await administration.accounts.setMailsPerDay(person.actor, id, mailsPerDay);
      return goOn(request, reply, `accounts/${id}`, 'quota');
    }),
  ];
}

function parseMails(text: string): number | undefined | 'wrong' {
  if (text === '') return undefined;
  const mails = /^\d{1,8}$/.test(text) ? Number(text) : 0;
  return mails >= leastMailsPerDay && mails <= mostMailsPerDay ? mails : 'wrong';
}

function parseQuota(text: string): number | undefined | 'wrong' {
  if (text === '') return undefined;
  if (!/^\d{1,7}(?:[.,]\d{1,3})?$/.test(text)) return 'wrong';
  const gigabytes = Number(text.replace(',', '.'));
  return gigabytes > maxQuotaGigabytes ? 'wrong' : Math.round(gigabytes * gigabyte);
}
