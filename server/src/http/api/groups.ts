import type { Problem } from '#protocol/errors.ts';
import { parseEmailAddress } from '#protocol/email-address.ts';
import { NotContacts, strangerProblem } from '../../domain/contacts/groups.ts';
import { foldText, groupRevisionOf } from '../../domain/model/contact-book.ts';
import type { Principal } from '../../domain/model/principal.ts';
import { invalid } from '../../domain/model/valise-error.ts';
import { operations } from '../generated/operations.js';
import { route } from '../routing/operation.ts';
import type { Route, Services } from '../routing/route.ts';
import { timeJson } from './drop-json.ts';
import { receiverProblems } from './given-receivers.ts';
import { createListCursors } from './list-cursor.ts';
import { usualLimit } from './list-query.ts';
import { createOnce } from './once.ts';
import { answerState, changing, demandOf, demandsNothing } from './state-conditions.ts';

const groups = operations.apiGroups;

/** Where programs keep the groups of the contacts of their account. */
export function apiGroupRoutes({
  contactGroups,
  hasher,
  repeats,
}: Pick<Services, 'contactGroups' | 'hasher' | 'repeats'>): Route[] {
  const cursors = createListCursors(hasher);
  const { once } = createOnce({ repeats });

  async function stateOf({ account }: Pick<Principal, 'account'>, id: string) {
    const group = await contactGroups.get(account, id);
    const members = await contactGroups.membersOf(account, id);
    const { name, createdAt } = group;
    return {
      json: {
        ...{ id: group.id, name, created_at: timeJson(createdAt) },
        members: members.map(({ email }) => email),
      },
      revision: groupRevisionOf(group, members),
    };
  }

  return [
    route(groups.list, async ({ account }, { query }) => {
      const { limit = usualLimit } = query;
      const after = cursors.read('groups', account.id, query.after);
      // An account has at most a thousand.
      const all = (await contactGroups.list(account))
        .map((group) => ({ ...group, key: foldText(group.name) }))
        .filter(({ key }) => after === undefined || key > after)
        .sort((a, b) => (a.key < b.key ? -1 : 1));
      const some = all.slice(0, limit);
      const last = some.at(-1);
      const isEnd = last === undefined || some.length === all.length;
      return {
        items: some.map(({ id, name, createdAt, members }) => ({
          ...{ id, name, created_at: timeJson(createdAt), member_count: members },
        })),
        next: isEnd ? null : cursors.write('groups', account.id, last.key),
      };
    }),
    route(groups.create, async ({ actor, account }, { json }, exchange) => {
      const emails = readMembers(json.members);
      const { group: id } = await once(exchange, async (claim) => {
        const made = contactGroups.add(actor, account, json.name, emails, claim);
        return { group: (await naming(made, emails)).id };
      });
      exchange.setHeader('location', `${groups.create.path}/${id}`);
      return answerState(exchange, await stateOf({ account }, id));
    }),
    route(groups.show, async (who, { params, headers }, exchange) =>
      answerState(exchange, await stateOf(who, params.id), headers),
    ),
    route(groups.put, async ({ actor, account }, { params: { id }, headers, json }, exchange) => {
      const emails = readMembers(json.members);
      const demand = demandOf(headers) ?? demandsNothing;
      const group = { name: json.name, emails };
      await changing(naming(contactGroups.replace(actor, account, id, group, demand), emails));
      return answerState(exchange, await stateOf({ account }, id));
    }),
    route(groups.remove, async ({ actor, account }, { params, headers }, { reply }) => {
      await changing(contactGroups.remove(actor, account, params.id, demandOf(headers)));
      return await reply.code(204).send();
    }),
  ];
}

/** The addresses in lower case. Throws `invalid` with all that are none. */
function readMembers(members: readonly string[]): string[] {
  const problems: Problem[] = [];
  const emails = members.map((member, index) => {
    const email = parseEmailAddress(member);
    if (email === undefined) {
      problems.push({ field: `members[${index}]`, problem: receiverProblems.email });
    }
    return email ?? '';
  });
  if (problems.length > 0) throw invalid(problems);
  return emails;
}

/** Names the places of those who are no contacts. */
async function naming<Done>(act: Promise<Done>, emails: readonly string[]): Promise<Done> {
  try {
    return await act;
  } catch (error) {
    if (!(error instanceof NotContacts)) throw error;
    throw invalid(
      error.emails.map((email) => ({
        field: `members[${emails.indexOf(email)}]`,
        problem: strangerProblem(email),
      })),
    );
  }
}
