import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access, SessionAccess } from '#protocol/access.ts';
import { hour } from '../../domain/model/clock.ts';
import { ValiseError, nothingHere } from '../../domain/model/valise-error.ts';
import { networkOf } from '../../domain/ports/rate-limiter.ts';
import { readFormFields } from '../connection/json-body.ts';
import { sourceOf } from '../connection/source-of.ts';
import { createFormTokens } from './form-tokens.ts';
import type { createRequestRate } from './request-rate.ts';
import { knownCookie, readCookie, sessionCookie, setCookie } from './person-cookies.ts';
import { formText } from './read-input.ts';
import { parseResponse, siteOf } from './site.ts';
import type { Action, Person, Services } from './route.ts';

/** The name of the field with a form's token. It is the first field of every form. */
export const tokenField = 'csrf';

/** The fields of a person who has to prove who they are: a password with a code, or the answer of a passkey. */
export const proofFields = {
  password: 'confirm-password',
  code: 'confirm-code',
  passkey: 'confirm-passkey',
} as const;

const usualFormBytes = 64 * 1024;

/** Methods that change nothing. */
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

export type SessionGuard = ReturnType<typeof createSessionGuard>;

/** What a route takes. */
type Taken = Pick<Action, 'body' | 'maxFormBytes'> & { access?: Access };

/** Admits signed-in people to their pages, and takes changes from these pages only. */
export function createSessionGuard(
  services: Pick<
    Services,
    'sessions' | 'authenticators' | 'passkeys' | 'auditOnce' | 'hasher' | 'randomness'
  >,
  options: { publicUrl: string | undefined; rate: ReturnType<typeof createRequestRate> },
) {
  const { sessions, authenticators, passkeys, auditOnce } = services;
  const tokens = createFormTokens(services);

  /** Throws `csrf`, which is recorded: another site's page may be behind it. */
  async function refuse({ account, actor }: Pick<Person, 'account' | 'actor'>): Promise<never> {
    await auditOnce.record(
      actor,
      { action: 'csrf.refused', account, object: account.email, outcome: 'refused' },
      { subject: `${account.id} ${networkOf(actor.source)}`, periodMs: hour },
    );
    throw new ValiseError('csrf', 'This form was not sent by its page, or its page is too old.');
  }

  return {
    /** Throws `signed_out`, or `not_found` to those who lack the role. */
    async admit(request: FastifyRequest, access: SessionAccess): Promise<Person> {
      const live = await sessions.find(readCookie(request, sessionCookie));
      if (live === undefined || live.session.state !== (access.state ?? 'full')) {
        throw new ValiseError('signed_out', 'Sign in first.');
      }
      const { account, session, secret } = live;
      await options.rate.count(account.id);
      const person: Person = {
        account,
        actor: { name: account.email, source: sourceOf(request), requestId: request.id },
        session,
        known: readCookie(request, knownCookie),
        csrfToken: tokens.issue(secret),
        form: new URLSearchParams(),
        isFormRepeated: access.afterProof !== 'page',
        async renew(reply, cookie) {
          const renewed = await sessions.find(cookie);
          if (renewed === undefined) throw new ValiseError('signed_out', 'Sign in first.');
          setCookie(reply, sessionCookie, cookie);
          person.session = renewed.session;
          person.csrfToken = tokens.issue(renewed.secret);
        },
        async checkToken(token) {
          if (token === undefined || !tokens.isValid(token, secret)) await refuse(person);
        },
      };
      const isReading = safeMethods.has(request.method);
      if (!isReading && !isFromOwnPage(request, options.publicUrl)) await refuse(person);
      if (access.role === 'admin' && account.role !== 'admin') {
        // Answered as a missing page is, which knows the person too.
        request.person = person;
        throw nothingHere();
      }
      return person;
    },

    /**
     * Checks the token of a change, and reads its form. A multipart body is a stream: its handler reads the
     * token, which is in its first part.
     */
    async checkSender(
      person: Person,
      request: FastifyRequest,
      reply: FastifyReply,
      { body, maxFormBytes = usualFormBytes, access }: Taken,
    ): Promise<void> {
      const needsProof =
        typeof access === 'object' && access.scheme === 'session' && access.proof === 'recent';
      if (safeMethods.has(request.method)) {
        if (needsProof && !(await authenticators.isProofRecent(person))) throw proofNeeded();
        return;
      }
      if (body === 'form') {
        person.form = await readFormFields(request.raw, maxFormBytes);
        request.form = person.form;
        await person.checkToken(formText(person.form, tokenField));
      } else if (body !== 'multipart') {
        const { 'csrf-token': token } = request.headers;
        await person.checkToken(typeof token === 'string' ? token : undefined);
      }
      if (needsProof) await takeProof(person, request, reply);
    },
  };

  /**
   * Lets a form pass whose person proved recently who they are, or does so with it: a right proof opens a
   * new session in place of the old one. Throws `proof_needed`.
   */
  async function takeProof(
    person: Person,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const [password, code, passkey] = Object.values(proofFields).map((name) => {
      const value = formText(person.form, name);
      person.form.delete(name);
      return value;
    });
    if (await authenticators.isProofRecent(person)) return;
    if (passkey !== undefined) {
      const site = siteOf(request, options.publicUrl);
      const shown = { response: parseResponse(passkey), browser: person.session.id };
      const answer =
        site === undefined
          ? { kind: 'refused' as const }
          : await passkeys.prove(person.actor, person, { ...shown, site });
      if (answer.kind !== 'signed_in') throw proofNeeded('passkey', 'refused');
      await person.renew(reply, answer.cookie);
      return;
    }
    if (password === undefined) throw proofNeeded();
    const given = { password, code: code ?? '', known: person.known };
    const answer = await authenticators.prove(person.actor, person, given);
    if (answer.kind !== 'signed_in') throw proofNeeded(answer.field, answer.kind);
    await person.renew(reply, answer.cookie);
  }
}

/** What was wrong with the proof that was given. */
function proofNeeded(
  field?: keyof typeof proofFields,
  problem: 'refused' | 'blocked' = 'refused',
): ValiseError {
  return new ValiseError('proof_needed', 'Confirm first that it is you.', {
    ...(field !== undefined && { details: [{ field: proofFields[field], problem }] }),
  });
}

/**
 * Whether a page of ours sent the request. Browsers of today say so; older ones, and those on plain http,
 * name the origin, and where there is neither, the token decides alone. Our pages send their referrer to
 * their own origin, so that `null` is never ours.
 */
export function isFromOwnPage(request: FastifyRequest, publicUrl: string | undefined): boolean {
  const { origin, host = '', 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin === undefined) return true;
  const scheme = publicUrl === undefined ? `${request.protocol}:` : new URL(publicUrl).protocol;
  const own = [publicUrl ?? '', `${scheme}//${host}`].map((name) => name.toLowerCase());
  return own.includes(origin.toLowerCase());
}
