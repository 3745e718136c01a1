import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Account } from '../../domain/model/account.ts';
import type { Dispatch } from '../../domain/model/dispatch.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { idFor, sampleAccount } from '../../testing/samples.ts';
import { host, openPeopleFixture } from '../app/people-fixture.ts';
import { addDrop } from '../app/sent/sent-fixture.ts';

/** A server, and programs that have sent something. */
export async function openDropsFixture(
  context: Pick<TestContext, 'after'>,
  args: readonly string[] = [],
) {
  const clock = createFakeClock();
  const fixture = await openPeopleFixture(context, { clock, args });
  const { app, database, installation } = fixture;

  /** An account with a key of its own. */
  async function addProgram(email: string) {
    const account: Account = sampleAccount(email);
    await database.accounts.add(account);
    const key = `${email}-key-0123456789-0123456789-0123456789`;
    await database.apiKeys.add({
      id: idFor(`key of ${email}`),
      accountId: account.id,
      hash: installation.apiKeyHasher.hash(key),
      salt: undefined,
      createdAt: clock.now(),
      expiresAt: undefined,
    });
    const headers = { host, authorization: `Bearer ${key}` };

    const get = (path: string, more: Record<string, string> = {}) =>
      app.inject({ url: `/api/v1${path}`, headers: { ...headers, ...more } });
    const post = (path: string, payload?: object, more: Record<string, string> = {}) =>
      app.inject({
        method: 'POST',
        url: `/api/v1${path}`,
        headers: { ...headers, ...more },
        ...(payload !== undefined && { payload }),
      });

    return {
      account,
      headers,
      get,
      post,

      read: async <Answer>(path: string): Promise<Answer> => {
        const answer = await get(path);
        assert.equal(answer.statusCode, 200, answer.body);
        return answer.json<Answer>();
      },

      act: async <Answer>(path: string, payload?: object): Promise<Answer> => {
        const answer = await post(path, payload);
        assert.equal(answer.statusCode, 200, answer.body);
        return answer.json<Answer>();
      },

      /** Adds a drop with a file, and mails that wait. */
      send: async (label: string, emails: readonly string[], overrides: Partial<Dispatch> = {}) =>
        await addDrop(fixture, { account }, { label, emails, names: ['a.pdf'], overrides }),
    };
  }

  return { ...fixture, clock, addProgram };
}
