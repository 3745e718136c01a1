import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { day } from '../../domain/model/clock.ts';
import { openApi } from './api-fixture.ts';

export interface Asked {
  id: string;
  email: string | null;
  name: string;
  state: string;
  mail: string | null;
  revoked_at: string | null;
  link: string | null;
  received_count: number;
}

export interface Request {
  id: string;
  state: string;
  expires_at: string;
  receiver_count: number;
  received_count: number;
  file_count: number;
  size: number;
  options: Record<string, unknown>;
  receivers: Asked[];
}

export interface List<Item> {
  items: Item[];
  next: string | null;
}

export interface Refused {
  code: string;
  errors?: { in: string; pointer: string; code: string }[];
}

export const bob = { email: 'bob@example.com' };
export const order = { receivers: [bob], expires_in: 7200 };

/** A program whose key may see links, where the operator lets senders see them. */
export async function open(context: TestContext, ...args: string[]) {
  const fixture = await openApi(context, ...args);
  const { accounts, operator, program, clock, database } = fixture;
  const scopes = ['send', 'status', 'links'] as const;
  const lifetimeMs = 9 * day;
  const made = await accounts.addKey(operator, program.account.email, {
    ...{ name: 'Links', scopes, networks: undefined, lifetimeMs },
  });
  const authorization = `Bearer ${made.key}`;

  const read = async <Answer>(path: string): Promise<Answer> => {
    const answer = await program.ask('GET', path, { authorization });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json<Answer>();
  };
  const post = (path: string, body?: unknown, more: Record<string, string> = {}) =>
    body === undefined
      ? program.ask('POST', path, { authorization, ...more })
      : program.post(path, body, { authorization, ...more });
  const act = async <Answer>(path: string, body?: unknown): Promise<Answer> => {
    const answer = await post(path, body);
    assert.ok([200, 201].includes(answer.statusCode), answer.body);
    return answer.json<Answer>();
  };
  /** Asks at once later than before: the order of a list is that of the clock. */
  const ask = async (body: object = order): Promise<Request> => {
    clock.advance(1);
    return await act<Request>('/requests', body);
  };
  const refused = async (path: string, body?: unknown) => {
    const answer = await post(path, body);
    const { code, errors = [] } = answer.json<Refused>();
    return [answer.statusCode, code, ...errors.map(({ pointer }) => pointer)];
  };
  /** Whom a mail with a link goes to. */
  const mailed = async () => {
    const mails = await database.outbox.list(9);
    return mails.flatMap(({ kind, to }) => (kind === 'upload' ? [to] : [])).sort();
  };
  return { ...fixture, read, post, act, ask, refused, mailed };
}
