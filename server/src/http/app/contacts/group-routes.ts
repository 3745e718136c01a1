import type { ContactsDone } from '#protocol/operations/contacts.ts';
import type { ContactGroups } from '../../../domain/contacts/groups.ts';
import {
  NotContacts,
  TooManyMembers,
  maxGroups,
  maxMembers,
} from '../../../domain/contacts/groups.ts';
import type { Account } from '../../../domain/model/account.ts';
import { operations } from '../../generated/operations.js';
import type { Route } from '../../routing/route.ts';
import type { AppPage } from '../frame/frame.ts';
import type { PageContext, Pages } from '../frame/pages.ts';
import type { Refusal, Refusals } from '../frame/refusals.ts';
import { noRefusal, problemWith, refusedBecause } from '../frame/refusals.ts';
import type { BookCounts } from './contact-list.ts';
import { groupOfPage } from './group-of-page.ts';
import { groupListPage, groupPage } from './group-pages.ts';

const refusals: Refusals = {
  state_conflict: ({ say }) => refusedBecause(say('contacts.group.changed')),
  too_large({ say }, error) {
    const count = error instanceof TooManyMembers ? maxMembers : maxGroups;
    return refusedBecause(say('contacts.group.full', { count }));
  },
  'invalid email'({ say, formats }, error) {
    const strangers = error instanceof NotContacts ? error.emails : [];
    const list = formats.names(strangers.slice(0, 20));
    return problemWith('members', say('contacts.group.strangers', { list }));
  },
  'invalid name'({ say }, { details = [] }) {
    const isTaken = details.some(({ problem }) => problem.startsWith('is that of another'));
    const text = say(isTaken ? 'contacts.group.nameTaken' : 'contacts.group.nameProblem');
    return problemWith('name', text);
  },
};

/** What a page of groups shows beside them. */
interface Shown {
  done?: ContactsDone | undefined;
  refusal?: Refusal;
  /** What was typed. */
  name?: string;
  members?: string;
}

/** The pages of a person's groups. */
export function groupRoutes(
  {
    contactGroups,
    countBook,
  }: {
    contactGroups: ContactGroups;
    countBook: (account: Account, groups: readonly unknown[]) => Promise<BookCounts>;
  },
  pages: Pages,
): Route[] {
  async function readBook({ account, reader, csrfToken }: PageContext) {
    const groups = await contactGroups.list(account);
    return { reader, token: csrfToken, groups, counts: await countBook(account, groups) };
  }

  async function showAll(context: PageContext, shown: Shown): Promise<AppPage> {
    const typed = { refusal: noRefusal, name: '', members: '', ...shown };
    return groupListPage({ ...(await readBook(context)), ...typed });
  }

  async function showOne(
    context: PageContext,
    id: string,
    { name, refusal = noRefusal, members = '', done }: Shown,
  ): Promise<AppPage> {
    const group = await contactGroups.get(context.account, id);
    const contacts = await contactGroups.membersOf(context.account, id);
    // After a change in another tab, the name that it has now is shown.
    const typed = refusal.notice === undefined ? name : undefined;
    const view = { refusal, done, members, group, contacts, name: typed ?? group.name };
    return groupPage({ ...(await readBook(context)), ...view });
  }

  async function showFormOf(
    { account, reader, csrfToken }: PageContext,
    { of, name }: { of: string; name: string },
    refusal: Refusal,
  ): Promise<AppPage> {
    const receivers = await contactGroups.receiversOf(account, of);
    return groupOfPage({ reader, token: csrfToken, of, name, receivers, refusal });
  }

  /** Shows the page of a group again, with what was typed. */
  function again(
    context: PageContext,
    { params, form }: { params: { id: string }; form: { name?: string; members?: string } },
    refusal: Refusal,
  ): Promise<AppPage> {
    return showOne(context, params.id, { ...form, refusal });
  }

  return [
    pages.page(operations.contacts.groups, (context, { query }) => showAll(context, query)),
    pages.act(operations.contacts.addGroup, {
      async run({ actor, account }, { form: { name = '', members = '' } }) {
        const { id } = await contactGroups.add(actor, account, name, addressesIn(members));
        return `/app/contacts/groups/${id}?done=groupAdded`;
      },
      refusals,
      again: (context, { form }, refusal) => showAll(context, { ...form, refusal }),
    }),
    pages.page(operations.contacts.groupOf, (context, { query: { of = '' } }) =>
      showFormOf(context, { of, name: '' }, noRefusal),
    ),
    pages.act(operations.contacts.addGroupOf, {
      async run({ actor, account }, { form: { of = '', name = '' } }) {
        const { id } = await contactGroups.addOf(actor, account, name, of);
        return `/app/contacts/groups/${id}?done=groupAdded`;
      },
      refusals,
      again: (context, { form: { of = '', name = '' } }, refusal) =>
        showFormOf(context, { of, name }, refusal),
    }),
    pages.page(operations.contacts.group, (context, { params, query }) =>
      showOne(context, params.id, query),
    ),
    pages.act(operations.contacts.renameGroup, {
      async run({ actor, account }, { params: { id }, form: { name: to = '', from = '' } }) {
        await contactGroups.rename(actor, account, id, { from, to });
        return `/app/contacts/groups/${id}?done=groupChanged`;
      },
      refusals,
      again,
    }),
    pages.act(operations.contacts.addMembers, {
      async run({ actor, account }, { params: { id }, form: { members = '' } }) {
        await contactGroups.addMembers(actor, account, id, addressesIn(members));
        return `/app/contacts/groups/${id}?done=groupChanged`;
      },
      refusals,
      again,
    }),
    pages.act(operations.contacts.removeMember, {
      async run({ actor, account }, { params: { id }, form: { email = '' } }) {
        await contactGroups.removeMember(actor, account, id, email);
        return `/app/contacts/groups/${id}?done=groupChanged`;
      },
      refusals,
      again: (context, { params }, refusal) => again(context, { params, form: {} }, refusal),
    }),
    pages.act(operations.contacts.removeGroup, {
      async run({ actor, account }, { params }) {
        await contactGroups.remove(actor, account, params.id);
        return '/app/contacts/groups?done=groupRemoved';
      },
      refusals,
      again,
    }),
  ];
}

/** Addresses that were typed or pasted, as programs for mail write them too. */
function addressesIn(text: string): string[] {
  return text
    .split(/[\s,;<>]+/)
    .map((word) => word.toLowerCase())
    .filter((word) => word.includes('@'));
}
