import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ContactParams, DoneQuery } from '#protocol/schemas/contacts.ts';
import type { ContactGroups } from '../../../domain/contacts/groups.ts';
import { TooManyMembers, maxGroups, maxMembers } from '../../../domain/contacts/groups.ts';
import type { ContactGroupId } from '../../../domain/model/ids.ts';
import { ValiseError } from '../../../domain/model/valise-error.ts';
import { contactsChecks } from '../../generated/checks.js';
import type { Person, PersonHandler, Route } from '../../routing/route.ts';
import type { FieldProblem } from '../frame/forms.ts';
import type { Frame, PageReader } from '../frame/frame.ts';
import { personRoute } from '../frame/person-route.ts';
import { doneNames } from './contact-pages.ts';
import { groupListPage, groupPage } from './group-pages.ts';

interface Refusal {
  problems?: FieldProblem[];
  alert?: string;
}

/** The pages of a person's groups. */
export function groupRoutes(
  { contactGroups }: { contactGroups: ContactGroups },
  frame: Frame,
): Route[] {
  function common(person: Person, request: FastifyRequest, refusal: Refusal) {
    const { done } = request.query as DoneQuery;
    return {
      reader: frame.readerOf(person),
      token: person.csrfToken,
      problems: [],
      done: doneNames.find((name) => name === done),
      members: person.form.get('members') ?? '',
      ...refusal,
    };
  }

  async function showAll(
    person: Person,
    request: FastifyRequest,
    reply: FastifyReply,
    refusal: Refusal = {},
  ): Promise<FastifyReply> {
    const groups = await contactGroups.list(person.account);
    const name = person.form.get('name') ?? '';
    const page = groupListPage({ ...common(person, request, refusal), groups, name });
    return frame.sendToPerson(person, request, reply, page);
  }

  async function showOne(
    person: Person,
    request: FastifyRequest,
    reply: FastifyReply,
    refusal: Refusal = {},
  ): Promise<FastifyReply> {
    const id = idOf(request);
    const group = await contactGroups.get(person.account, id);
    const contacts = await contactGroups.membersOf(person.account, id);
    // After a change in another tab, the name that it has now is shown.
    const typed = refusal.alert === undefined ? person.form.get('name') : null;
    const view = { ...common(person, request, refusal), group, contacts };
    return frame.sendToPerson(
      person,
      request,
      reply,
      groupPage({ ...view, name: typed ?? group.name }),
    );
  }

  /** Runs a change and goes to the page after it; where it is refused, shows the page it came from. */
  function changing(
    act: (person: Person, id: ContactGroupId) => Promise<string>,
    show: typeof showOne,
  ): PersonHandler {
    return async (person, request, reply) => {
      let next: string;
      try {
        next = await act(person, idOf(request));
      } catch (error) {
        return await show(person, request, reply, explain(error, frame.readerOf(person)));
      }
      return frame.redirect(request, reply, next);
    };
  }

  const create = changing(async ({ actor, account, form }) => {
    const emails = addressesIn(form.get('members') ?? '');
    const { id } = await contactGroups.add(actor, account, form.get('name') ?? '', emails);
    return `${groupPath(id)}?done=groupAdded`;
  }, showAll);

  const rename = changing(async ({ actor, account, form }, id) => {
    const names = { from: form.get('from') ?? '', to: form.get('name') ?? '' };
    await contactGroups.rename(actor, account, id, names);
    return `${groupPath(id)}?done=groupChanged`;
  }, showOne);

  const addMembers = changing(async ({ actor, account, form }, id) => {
    await contactGroups.addMembers(actor, account, id, addressesIn(form.get('members') ?? ''));
    return `${groupPath(id)}?done=groupChanged`;
  }, showOne);

  const removeMember = changing(async ({ actor, account, form }, id) => {
    await contactGroups.removeMember(actor, account, id, form.get('email') ?? '');
    return `${groupPath(id)}?done=groupChanged`;
  }, showOne);

  const remove = changing(async ({ actor, account }, id) => {
    await contactGroups.remove(actor, account, id);
    return '/app/contacts/groups?done=groupRemoved';
  }, showOne);

  const path = '/app/contacts/groups/:id';
  return [
    personRoute({
      path: '/app/contacts/groups',
      methods: {
        GET: {
          schema: contactsChecks.groups,
          handle: (person, request, reply) => showAll(person, request, reply),
        },
        POST: { schema: contactsChecks.add_group, body: 'form', handle: create },
      },
    }),
    personRoute({
      path,
      methods: {
        GET: {
          schema: contactsChecks.group,
          handle: (person, request, reply) => showOne(person, request, reply),
        },
        POST: { schema: contactsChecks.rename_group, body: 'form', handle: rename },
      },
    }),
    personRoute({
      path: `${path}/members`,
      methods: { POST: { schema: contactsChecks.add_members, body: 'form', handle: addMembers } },
    }),
    personRoute({
      path: `${path}/members/remove`,
      methods: {
        POST: { schema: contactsChecks.remove_member, body: 'form', handle: removeMember },
      },
    }),
    personRoute({
      path: `${path}/remove`,
      methods: { POST: { schema: contactsChecks.remove_group, body: 'form', handle: remove } },
    }),
  ];
}

function idOf(request: FastifyRequest): ContactGroupId {
  return ((request.params as Partial<ContactParams>).id ?? '') as ContactGroupId;
}

function groupPath(id: ContactGroupId): string {
  return `/app/contacts/groups/${id}`;
}

/** Addresses that were typed or pasted, as programs for mail write them too. */
function addressesIn(text: string): string[] {
  return text
    .split(/[\s,;<>]+/)
    .map((word) => word.toLowerCase())
    .filter((word) => word.includes('@'));
}

function explain(error: unknown, { say, formats }: PageReader): Refusal {
  if (!(error instanceof ValiseError)) throw error;
  if (error.code === 'state_conflict') return { alert: say('contacts.group.changed') };
  if (error.code === 'too_large') {
    const count = error instanceof TooManyMembers ? maxMembers : maxGroups;
    return { alert: say('contacts.group.full', { count }) };
  }
  if (error.code !== 'invalid') throw error;
  const problems = error.details ?? [];
  const strangers = problems
    .filter(({ field }) => field === 'email')
    .map(({ problem }) => problem.replace(/ is not a contact\.$/, ''));
  if (strangers.length > 0) {
    const list = formats.names(strangers.slice(0, 20));
    return { problems: [{ field: 'members', text: say('contacts.group.strangers', { list }) }] };
  }
  const isTaken = problems.some(({ problem }) => problem.startsWith('there is already'));
  const text = say(isTaken ? 'contacts.group.nameTaken' : 'contacts.group.nameProblem');
  return { problems: [{ field: 'name', text }] };
}
