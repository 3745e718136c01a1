import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { LightMyRequestResponse } from 'fastify';
import type { WantedKind } from '../../compose/sandbox-marks.ts';
import { openTestApp } from '../../compose/test-app-fixture.ts';
import type { Proof } from '../../domain/people/session-strength.ts';
import { createSessions } from '../../domain/people/sessions.ts';
import type { Account } from '../../domain/model/account.ts';
import type { Clock } from '../../domain/model/clock.ts';
import type { SessionState } from '../../domain/model/person.ts';
import { systemClock, systemRandomness } from '../../platform/system.ts';
import { sampleAccount } from '../../testing/samples.ts';
import { createFormTokens } from '../routing/form-tokens.ts';
import { sessionCookie } from '../routing/person-cookies.ts';
import { tokenField } from '../routing/session-guard.ts';

export type PeopleFixture = Awaited<ReturnType<typeof openPeopleFixture>>;
export type TestPerson = Awaited<ReturnType<PeopleFixture['addPerson']>>;

export const host = 'localhost:8080';

/** What the browser of a page of ours sends with a form. */
export const ownForm = {
  host,
  origin: `http://${host}`,
  'sec-fetch-site': 'same-origin',
  'content-type': 'application/x-www-form-urlencoded',
};

/** An answer without what differs from one to the next: the time, the id of the request, tokens of forms. */
export function unmarked(answer: LightMyRequestResponse) {
  const { date, 'x-request-id': requestId, ...headers } = answer.headers;
  assert.ok(date !== undefined && typeof requestId === 'string');
  const body = answer.body
    .replaceAll(requestId, '')
    .replaceAll(/name="csrf"\s+value="[\w-]{59}"/g, '');
  return { statusCode: answer.statusCode, headers, body };
}

interface Options {
  clock?: Clock;
  /** Of the command line. */
  args?: readonly string[];
  kind?: WantedKind;
}

/** A whole server, and people who are signed in to it without having hashed a password. */
export async function openPeopleFixture(
  context: Pick<TestContext, 'after'>,
  { clock = systemClock, args = [], kind = 'usual' }: Options = {},
) {
  const { app, config, installation, coordination } = await openTestApp(context, {
    ...{ clock, args },
    opening: { create: true, kind },
  });
  const { database } = installation;
  const services = { hasher: installation.tokenHasher, randomness: systemRandomness };
  const tokens = createFormTokens(services);
  const sessions = createSessions({
    ...{ ...services, database, clock },
    onFault(error) {
      throw error;
    },
  });

  /** A browser with a new session of the account. `proof`: how and when the person proved who they are. */
  async function signIn(
    account: Account,
    state: SessionState = 'full',
    proof: Proof | undefined = state === 'full' ? { by: 'password' } : undefined,
  ) {
    const shown = await sessions.open(database, account, {
      state,
      proof,
      source: '192.0.2.1',
      client: 'a test',
    });
    const cookie = `${sessionCookie}=${shown}`;
    const secret = shown.slice(shown.indexOf('.') + 1);
    return {
      account,
      /** The value of the Cookie header. */
      cookie,
      /** A token for a form of this session. */
      token: () => tokens.issue(secret),

      get: (url: string, headers: Record<string, string> = {}) =>
        app.inject({ url, headers: { host, accept: 'text/html', cookie, ...headers } }),

      /** Sends a form as a page of ours does; several values of a field are an array. */
      post(
        url: string,
        fields: Record<string, string | readonly string[]> = {},
        headers: Record<string, string> = {},
      ) {
        const form = new URLSearchParams({ [tokenField]: tokens.issue(secret) });
        for (const [name, value] of Object.entries(fields)) {
          for (const each of typeof value === 'string' ? [value] : value) form.append(name, each);
        }
        return app.inject({
          method: 'POST',
          url,
          headers: { ...ownForm, accept: 'text/html', cookie, ...headers },
          payload: form.toString(),
        });
      },
    };
  }

  return {
    app,
    config,
    installation,
    coordination,
    database,
    clock,
    sessions,
    signIn,

    /** Adds an account of a person, and signs it in. */
    addPerson: async (email: string, overrides: Partial<Account> = {}) => {
      const account = sampleAccount(email, {
        role: 'user',
        createdAt: clock.now(),
        ...overrides,
      });
      await database.accounts.add(account);
      return await signIn(account);
    },
  };
}
