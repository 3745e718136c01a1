import type { Readable } from 'node:stream';
import type { TestContext } from 'node:test';
import type { LightMyRequestResponse } from 'fastify';
import type { ProblemDocument } from '#protocol/errors.ts';
import type { WantedKind } from '../../compose/sandbox-marks.ts';
import { createAccounts } from '../../domain/access/accounts.ts';
import type { Account, ApiKey } from '../../domain/model/account.ts';
import { newId } from '../../domain/model/ids.ts';
import { systemRandomness } from '../../platform/system.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { host, openPeopleFixture } from '../app/people-fixture.ts';

const operator = { name: 'operator', source: 'cli', requestId: '-' };

type Method = 'GET' | 'OPTIONS' | 'POST' | 'HEAD' | 'PATCH' | 'DELETE' | 'PUT';

/** A whole server with two programs that have bearer keys. */
export async function openApi(context: Pick<TestContext, 'after'>, ...args: string[]) {
  return await openPrograms(context, args, 'usual');
}

/** The same in a sandbox. */
export async function openSandboxApi(context: Pick<TestContext, 'after'>) {
  return await openPrograms(context, [], 'sandbox');
}

async function openPrograms(
  context: Pick<TestContext, 'after'>,
  args: readonly string[],
  kind: WantedKind,
) {
  const clock = createFakeClock();
  const fixture = await openPeopleFixture(context, { clock, args, kind });
  const prefix = kind === 'sandbox' ? 'vk_test_' : '';
  const { database, events, slowKeyHasher: slowHasher, apiKeyHasher } = fixture.installation;
  const accounts = createAccounts({
    ...{ database, events, clock, slowHasher, language: 'en' },
    keyHasher: apiKeyHasher,
    randomness: systemRandomness,
  });

  /** Another key of an account, with these scopes. */
  async function addKey({ id: accountId, email }: Account, scopes: ApiKey['scopes']) {
    const key = `${prefix}${email}-${scopes?.join('-') ?? 'usual'}-0123456789-0123456789`;
    await database.apiKeys.add({
      ...{ id: newId(systemRandomness), accountId, hash: apiKeyHasher.hash(key), salt: undefined },
      ...{ createdAt: clock.now(), expiresAt: undefined, ...(scopes && { scopes }) },
    });
    return key;
  }

  /** A program, and what asks with its key. */
  async function addProgram(name: string) {
    const [email, key] = [`${name}@example.com`, `${prefix}${name}-key-0123456789-0123456789-0123`];
    await accounts.add(operator, { email, key, number: '46700000001', role: 'api' });
    const account = (await database.accounts.findByEmail(email)) as Account;

    function ask(
      method: Method,
      path: string,
      headers: Record<string, string> = {},
      payload?: string | Buffer | Readable,
    ) {
      return fixture.app.inject({
        method,
        url: path.startsWith('/api/') ? path : `/api/v1${path}`,
        headers: { host, authorization: `Bearer ${key}`, ...headers },
        ...(payload !== undefined && { payload }),
      });
    }

    const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
      ask(
        'POST',
        path,
        { 'content-type': 'application/json', ...headers },
        typeof body === 'string' ? body : JSON.stringify(body),
      );

    return { account, key, ask, post };
  }

  return {
    ...fixture,
    clock,
    accounts,
    operator,
    addKey,
    program: await addProgram('program'),
    other: await addProgram('other'),
  };
}

/** What a problem document says, and the place of the first thing that is wrong. */
export function refusalAt(answer: LightMyRequestResponse) {
  const { code, retry, errors } = answer.json<ProblemDocument>();
  return [answer.statusCode, code, retry, errors?.[0]?.in, errors?.[0]?.pointer];
}
