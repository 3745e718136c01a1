import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SecurityQuery, SessionParams } from '#protocol/schemas/people.ts';
import type { SessionId } from '../../../domain/model/ids.ts';
import type { ChangeAnswer } from '../../../domain/people/password-change.ts';
import { peopleChecks } from '../../generated/checks.js';
import { html } from '../../html/html.ts';
import { keepKnown, keepSession } from '../../routing/person-cookies.ts';
import type { Person, Route, Services } from '../../routing/route.ts';
import { explainRefusal, recoveryCodesPage, setUpPage } from '../frame/authenticator-parts.ts';
import type { FieldProblem } from '../frame/forms.ts';
import { explainProblem } from '../frame/explain-problem.ts';
import type { Frame } from '../frame/frame.ts';
import { personRoute, visitorRoute } from '../frame/person-route.ts';
import { confirmRoutes } from './confirm-routes.ts';
import { securityPage } from './security-page.ts';

/** What a page says after a form, by the word in its address. */
const doneTexts = {
  password: 'security.passwordChanged',
  removed: 'security.appRemoved',
  ended: 'security.sessionEnded',
} as const;

/** What a page says of a refused change of the password, by what was refused. */
const refusalTexts = {
  current: { refused: 'security.passwordWrong', blocked: 'signIn.blocked' },
  code: { refused: 'signIn.codeRefused', blocked: 'signIn.codeBlocked' },
} as const;

/** Where people change how they sign in. */
export function securityRoutes(services: Services, frame: Frame): Route[] {
  const { sessions, personSignIn, passwordChange, authenticators, passkeys, knownBrowsers } =
    services;

  async function show(
    person: Person,
    request: FastifyRequest,
    reply: FastifyReply,
    { problems = [], done }: { problems?: readonly FieldProblem[]; done?: string | undefined } = {},
  ): Promise<FastifyReply> {
    const page = securityPage({
      reader: frame.readerOf(person),
      email: person.account.email,
      csrfToken: person.csrfToken,
      hasPassword: (await passkeys.ways(person.account, undefined)).hasPassword,
      authenticator: await authenticators.describe(person.account),
      sessions: await sessions.list(person.account),
      current: person.session,
      problems,
      done,
    });
    return frame.sendToPerson(person, request, reply, page);
  }

  async function changePassword(person: Person, request: FastifyRequest, reply: FastifyReply) {
    const entered = {
      current: person.form.get('current') ?? '',
      next: person.form.get('password') ?? '',
      code: person.form.get('code') ?? '',
      known: person.known,
    };
    const answer = await passwordChange.change(person.actor, person, entered);
    return await answerChange(person, request, reply, answer);
  }

  async function setFirstPassword(person: Person, request: FastifyRequest, reply: FastifyReply) {
    const password = person.form.get('password') ?? '';
    const answer = await passwordChange.setFirst(person.actor, person, password);
    return await answerChange(person, request, reply, answer);
  }

  async function answerChange(
    person: Person,
    request: FastifyRequest,
    reply: FastifyReply,
    answer: ChangeAnswer,
  ) {
    const reader = frame.readerOf(person);
    const { say } = reader;
    if (answer.kind === 'signed_in') {
      keepSession(request, reply, knownBrowsers, answer);
      return frame.redirect(request, reply, '/app/security?done=password');
    }
    if (answer.kind === 'invalid') {
      return await show(person, request, reply, {
        problems: [explainProblem(answer.problem, reader)],
      });
    }
    const { field, kind } = answer;
    const text = say(refusalTexts[field][kind]);
    return await show(person, request, reply, { problems: [{ field, text }] });
  }

  async function showSetUp(
    person: Person,
    request: FastifyRequest,
    reply: FastifyReply,
    problems: readonly FieldProblem[] = [],
  ) {
    const { account, csrfToken } = person;
    const secret = await authenticators.begin(account);
    if (secret === undefined) return frame.redirect(request, reply, '/app/security');
    const reader = frame.readerOf(person);
    const page = setUpPage({
      ...{ reader, csrfToken, secret, problems, email: account.email },
      serviceName: frame.serviceName,
      form: (fields) =>
        html`<form class="panel" method="post" action="/app/security/authenticator">
          ${fields}
        </form>`,
      end: html`<p><a href="/app/security">${reader.say('security.back')}</a></p>`,
    });
    return frame.sendToPerson(person, request, reply, page);
  }

  async function setUp(person: Person, request: FastifyRequest, reply: FastifyReply) {
    const reader = frame.readerOf(person);
    const entered = { code: person.form.get('code') ?? '', known: person.known };
    const answer = await authenticators.confirm(person.actor, person, entered);
    if (answer.kind === 'confirmed') {
      await person.renew(reply, answer.cookie);
      const page = recoveryCodesPage(reader, answer.recoveryCodes, '/app/security');
      return frame.sendToPerson(person, request, reply, page);
    }
    return await showSetUp(person, request, reply, [explainRefusal(answer, reader.say)]);
  }

  return [
    // Where password managers send people: https://w3c.github.io/webappsec-change-password-url/
    visitorRoute({
      path: '/.well-known/change-password',
      methods: {
        GET: {
          schema: 'none',
          handle: (request, reply) => frame.redirect(request, reply, '/app/security'),
        },
      },
    }),
    personRoute({
      path: '/app/security',
      methods: {
        GET: {
          schema: peopleChecks.security_page,
          async handle(person, request, reply) {
            const { say } = frame.readerOf(person);
            const { done: word } = request.query as SecurityQuery;
            const key = Object.entries(doneTexts).find(([known]) => known === word)?.[1];
            return await show(person, request, reply, { done: key && say(key) });
          },
        },
      },
    }),
    personRoute({
      path: '/app/security/password',
      methods: {
        POST: { body: 'form', schema: peopleChecks.change_password, handle: changePassword },
      },
    }),
    personRoute({
      path: '/app/security/password/first',
      proof: 'recent',
      methods: {
        POST: { body: 'form', schema: peopleChecks.first_password, handle: setFirstPassword },
      },
    }),
    personRoute({
      path: '/app/security/authenticator',
      proof: 'recent',
      afterProof: 'page',
      methods: {
        GET: {
          schema: 'none',
          handle: (person, request, reply) => showSetUp(person, request, reply),
        },
        POST: { body: 'form', schema: peopleChecks.add_authenticator, handle: setUp },
      },
    }),
    personRoute({
      path: '/app/security/authenticator/remove',
      proof: 'recent',
      methods: {
        POST: {
          body: 'form',
          schema: peopleChecks.no_fields,
          async handle({ actor, account }, request, reply) {
            await authenticators.remove(actor, account);
            return frame.redirect(request, reply, '/app/security?done=removed');
          },
        },
      },
    }),
    personRoute({
      path: '/app/security/recovery-codes',
      proof: 'recent',
      methods: {
        POST: {
          body: 'form',
          schema: peopleChecks.no_fields,
          async handle(person, request, reply) {
            const codes = await authenticators.renewRecoveryCodes(person.actor, person.account);
            if (codes.length === 0) return frame.redirect(request, reply, '/app/security');
            const page = recoveryCodesPage(frame.readerOf(person), codes, '/app/security');
            return frame.sendToPerson(person, request, reply, page);
          },
        },
      },
    }),
    personRoute({
      path: '/app/security/sessions/:session/end',
      methods: {
        POST: {
          body: 'form',
          schema: peopleChecks.end_session,
          async handle({ actor, account }, request, reply) {
            const { session } = request.params as SessionParams;
            await personSignIn.endSession(actor, account, session as SessionId);
            return frame.redirect(request, reply, '/app/security?done=ended');
          },
        },
      },
    }),
    personRoute({
      path: '/app/security/end-others',
      methods: {
        POST: {
          body: 'form',
          schema: peopleChecks.no_fields,
          async handle({ actor, account, session }, request, reply) {
            await personSignIn.endOthers(actor, session);
            keepKnown(request, reply, knownBrowsers, account);
            return frame.redirect(request, reply, '/app/security?done=ended');
          },
        },
      },
    }),
    ...confirmRoutes(services, frame),
  ];
}
