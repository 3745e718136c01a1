import type { Contact } from '../../domain/model/contact.ts';
import type { ContactGroup, ContactGroupRepository } from '../../domain/model/contact-book.ts';
import { foldText } from '../../domain/model/contact-book.ts';
import type { ContactGroupId } from '../../domain/model/ids.ts';
import { changeEach, prepare, prepareInsert } from './prepared-query.ts';
import { prepareDelete, prepareUpdate } from './rows-by-column.ts';
import type { Session } from './prepared-query.ts';
import { contactColumns, contactOf } from './rows.ts';

interface OfAccount {
  accountId: string;
}

type OfGroup = OfAccount & { id: string };

const groupColumns = ['id', 'name', 'created_at'] as const;

const inOrder = prepare('contactGroups.inOrder', (db, given: OfAccount) =>
  db
    .selectFrom('contact_groups as group')
    .select(['group.id', 'group.name', 'group.created_at'])
    .select((eb) =>
      eb
        .selectFrom('contact_group_members as member')
        .leftJoin('contacts as own', (join) =>
          join.on('own.account_id', '=', given.accountId).onRef('own.email', '=', 'member.email'),
        )
        .leftJoin('global_contacts as shared', 'shared.email', 'member.email')
        .select((count) => count.fn.countAll<number>().as('members'))
        .whereRef('member.group_id', '=', 'group.id')
        .where((or) => or.or([or('own.email', 'is not', null), or('shared.email', 'is not', null)]))
        .as('members'),
    )
    .where('group.account_id', '=', given.accountId)
    .orderBy('group.name_key'),
);

const byId = prepare('contactGroups.byId', (db, given: OfGroup) =>
  db
    .selectFrom('contact_groups')
    .select(groupColumns)
    .where('id', '=', given.id)
    .where('account_id', '=', given.accountId),
);

const byName = prepare('contactGroups.byName', (db, given: OfAccount & { key: string }) =>
  db
    .selectFrom('contact_groups')
    .select(groupColumns)
    .where('account_id', '=', given.accountId)
    .where('name_key', '=', given.key),
);

const insert = prepareInsert('contactGroups.insert', 'contact_groups', [
  'id',
  'account_id',
  'name',
  'name_key',
  'created_at',
]);

const rename = prepareUpdate('contactGroups.rename', 'contact_groups', 'id', 'name', 'name_key');
const remove = prepareDelete('contactGroups.remove', 'contact_groups', 'id');

const ownMembers = prepare('contactGroups.ownMembers', (db, given: OfGroup) =>
  db
    .selectFrom('contact_group_members as member')
    .innerJoin('contacts as own', (join) =>
      join.on('own.account_id', '=', given.accountId).onRef('own.email', '=', 'member.email'),
    )
    .select(contactColumns.map((column) => `own.${column}` as const))
    .where('member.group_id', '=', given.id)
    .where('member.account_id', '=', given.accountId)
    .orderBy('member.email'),
);

const sharedMembers = prepare('contactGroups.sharedMembers', (db, given: OfGroup) =>
  db
    .selectFrom('contact_group_members as member')
    .innerJoin('global_contacts as shared', 'shared.email', 'member.email')
    .select(contactColumns.map((column) => `shared.${column}` as const))
    .where('member.group_id', '=', given.id)
    .where('member.account_id', '=', given.accountId)
    .orderBy('member.email'),
);

const ofMember = prepare('contactGroups.ofMember', (db, given: OfAccount & { email: string }) =>
  db
    .selectFrom('contact_group_members as member')
    .innerJoin('contact_groups as group', 'group.id', 'member.group_id')
    .select(['group.id', 'group.name', 'group.created_at'])
    .where('member.account_id', '=', given.accountId)
    .where('member.email', '=', given.email)
    .orderBy('group.name_key'),
);

const addMember = prepareInsert(
  'contactGroups.addMember',
  'contact_group_members',
  ['group_id', 'account_id', 'email'],
  ['group_id', 'email'],
);

const removeMember = prepareDelete(
  'contactGroups.removeMember',
  'contact_group_members',
  'group_id',
  'email',
);

const removeMembers = prepareDelete(
  'contactGroups.removeMembers',
  'contact_group_members',
  'group_id',
);

const leaveAll = prepareDelete(
  'contactGroups.leaveAll',
  'contact_group_members',
  'account_id',
  'email',
);

const prune = prepare('contactGroups.prune', (db, given: OfAccount) =>
  db
    .deleteFrom('contact_group_members')
    .where('account_id', '=', given.accountId)
    .where('email', 'not in', (own) =>
      own.selectFrom('contacts').select('email').where('account_id', '=', given.accountId),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('global_contacts as shared')
            .select('shared.email')
            .whereRef('shared.email', '=', 'contact_group_members.email'),
        ),
      ),
    ),
);

export function createContactGroupRepository(session: Session): ContactGroupRepository {
  async function addMembers(
    accountId: string,
    id: ContactGroupId,
    emails: readonly string[],
  ): Promise<void> {
    await changeEach(
      session,
      addMember,
      emails.map((email) => ({ group_id: id, account_id: accountId, email })),
    );
  }

  return {
    async list(accountId) {
      const rows = await session.all(inOrder, { accountId });
      return rows.map((row) => ({ ...groupOf(row), members: row.members ?? 0 }));
    },

    async find(accountId, id) {
      const row = await session.first(byId, { accountId, id });
      return row && groupOf(row);
    },

    async findByName(accountId, name) {
      const row = await session.first(byName, { accountId, key: foldText(name) });
      return row && groupOf(row);
    },

    async add(accountId, { id, name, createdAt }) {
      await session.change(insert, {
        id,
        account_id: accountId,
        name,
        name_key: foldText(name),
        created_at: createdAt,
      });
    },

    async rename(id, name) {
      await session.change(rename, { id, name, name_key: foldText(name) });
    },

    async remove(id) {
      await session.change(remove, { id });
    },

    async listMembers(accountId, id) {
      const members = new Map<string, Contact>();
      for (const query of [sharedMembers, ownMembers]) {
        for (const row of await session.all(query, { accountId, id })) {
          members.set(row.email, contactOf(row));
        }
      }
      return [...members.values()].sort((a, b) => (a.email < b.email ? -1 : 1));
    },

    async listOf(accountId, email) {
      return (await session.all(ofMember, { accountId, email })).map(groupOf);
    },

    addMembers,

    async removeMember(id, email) {
      await session.change(removeMember, { group_id: id, email });
    },

    async removeMembers(id) {
      await session.change(removeMembers, { group_id: id });
    },

    async renameMember(accountId, email, next) {
      const groups = await session.all(ofMember, { accountId, email });
      await session.change(leaveAll, { account_id: accountId, email });
      for (const { id } of groups) await addMembers(accountId, id as ContactGroupId, [next]);
    },

    async leaveAll(accountId, email) {
      await session.change(leaveAll, { account_id: accountId, email });
    },

    async prune(accountId) {
      await session.change(prune, { accountId });
    },
  };
}

function groupOf(row: { id: string; name: string; created_at: number }): ContactGroup {
  return { id: row.id as ContactGroupId, name: row.name, createdAt: row.created_at };
}
