import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyParams, SecurityQuery } from '#protocol/schemas/people.ts';
import type { KeyProblem } from '../../../domain/access/own-keys.ts';
import { defaultKeyLifetime, maxOwnKeys } from '../../../domain/access/own-keys.ts';
import type { ApiKeyId } from '../../../domain/model/ids.ts';
import { peopleChecks } from '../../generated/checks.js';
import type { Person, Route, Services } from '../../routing/route.ts';
import { originOf } from '../../routing/site.ts';
import type { FieldProblem } from '../frame/forms.ts';
import type { Frame, PageReader } from '../frame/frame.ts';
import { personRoute } from '../frame/person-route.ts';
import type { KeysView } from './keys-page.ts';
import { keysPage, madePage, revokePage } from './keys-page.ts';

const keysPath = '/app/security/keys';

/** Where people make API keys for their scripts, see when each was used, and revoke them. */
export function keyRoutes({ ownKeys }: Pick<Services, 'ownKeys'>, frame: Frame): Route[] {
  async function show(
    person: Person,
    request: FastifyRequest,
    reply: FastifyReply,
    shown: Partial<Pick<KeysView, 'form' | 'problems' | 'isRevoked'>>,
  ): Promise<FastifyReply> {
    const page = keysPage({
      reader: frame.readerOf(person),
      csrfToken: person.csrfToken,
      keys: await ownKeys.list(person.account),
      form: { name: '', days: String(defaultKeyLifetime), replacesContacts: false },
      problems: [],
      isRevoked: false,
      ...shown,
    });
    return frame.sendToPerson(person, request, reply, page);
  }

  async function make(person: Person, request: FastifyRequest, reply: FastifyReply) {
    const { account, actor } = person;
    const reader = frame.readerOf(person);
    const form = {
      name: person.form.get('name') ?? '',
      days: person.form.get('days') ?? '',
      replacesContacts: person.form.get('replacesContacts') === 'yes',
    };
    const answer = await ownKeys.make(actor, account, {
      ...form,
      days: /^\d+$/.test(form.days) ? Number(form.days) : 0,
    });
    if ('problems' in answer) {
      const problems = answer.problems.map((problem) => explain(reader, problem));
      return await show(person, request, reply, { form, problems });
    }
    const origin = originOf(request, frame.publicUrl);
    const page = madePage({ ...answer, reader, email: account.email, origin });
    return frame.sendToPerson(person, request, reply, page);
  }

  return [
    personRoute({
      path: keysPath,
      methods: {
        GET: {
          schema: peopleChecks.security_page,
          handle: (person, request, reply) =>
            show(person, request, reply, {
              isRevoked: (request.query as SecurityQuery).done === 'revoked',
            }),
        },
      },
    }),
    personRoute({
      path: `${keysPath}/new`,
      proof: 'recent',
      methods: { POST: { body: 'form', schema: peopleChecks.make_key, handle: make } },
    }),
    personRoute({
      path: `${keysPath}/:key/revoke`,
      methods: {
        GET: {
          schema: peopleChecks.revoke_key_page,
          async handle(person, request, reply) {
            const key = await ownKeys.get(person.account, idOf(request));
            const page = revokePage(frame.readerOf(person), person.csrfToken, key);
            return frame.sendToPerson(person, request, reply, page);
          },
        },
        POST: {
          body: 'form',
          schema: peopleChecks.revoke_key,
          async handle({ actor, account }, request, reply) {
            await ownKeys.end(actor, account, idOf(request));
            return frame.redirect(request, reply, `${keysPath}?done=revoked`);
          },
        },
      },
    }),
  ];
}

function idOf({ params }: FastifyRequest): ApiKeyId {
  return (params as KeyParams).key as ApiKeyId;
}

const fields = { name: 'name', lifetime: 'days', tooMany: 'name' } as const;

function explain({ say }: PageReader, problem: KeyProblem): FieldProblem {
  const text =
    problem === 'tooMany'
      ? say('keys.problems.tooMany', { count: maxOwnKeys })
      : say(`keys.problems.${problem}`);
  return { field: fields[problem], text };
}
