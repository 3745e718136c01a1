import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignInQuery } from '#protocol/schemas/people.ts';
import type { CodeRefusal, EnteredCode } from '../../domain/people/authenticators.ts';
import { nextPage } from '../app/frame/next-page.ts';
import { personRoute } from '../app/frame/person-route.ts';
import { peopleChecks } from '../generated/checks.js';
import type { Person, Route } from '../routing/route.ts';

/** A request of somebody with half a session, and the page to go to afterwards. */
export interface HalfVisit {
  person: Person;
  request: FastifyRequest;
  reply: FastifyReply;
  next: string;
}

interface Given<Accepted> {
  path: string;
  show: (visit: HalfVisit, refusal?: CodeRefusal) => Promise<FastifyReply> | FastifyReply;
  verify: (person: Person, entered: EnteredCode) => Promise<Accepted | CodeRefusal>;
  accept: (visit: HalfVisit, answer: Accepted) => Promise<FastifyReply> | FastifyReply;
}

/** A page that half a session opens, where a code is entered. */
export function codeFormRoute<Accepted extends { kind: string }>(given: Given<Accepted>): Route {
  const { path, show, verify, accept } = given;
  return personRoute({
    path,
    state: 'half',
    methods: {
      GET: {
        schema: peopleChecks.sign_in_code_page,
        handle(person, request, reply) {
          const { next } = request.query as SignInQuery;
          return show({ person, request, reply, next: nextPage(next) });
        },
      },
      POST: {
        body: 'form',
        schema: peopleChecks.sign_in_code,
        async handle(person, request, reply) {
          const visit = { person, request, reply, next: nextPage(person.form.get('next')) };
          const code = person.form.get('code') ?? '';
          const answer = await verify(person, { code, known: person.known });
          return await (isRefusal(answer) ? show(visit, answer) : accept(visit, answer));
        },
      },
    },
  });
}

function isRefusal(answer: { kind: string }): answer is CodeRefusal {
  return answer.kind === 'refused' || answer.kind === 'blocked';
}
