import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { LightMyRequestResponse } from 'fastify';
import type { Scope } from '#protocol/access.ts';
import { idFor } from '../../testing/samples.ts';
import { formOf } from '../upload-page/upload-page-fixture.ts';
import { openApi } from './api-fixture.ts';

export interface Drop {
  id: string;
  state: string;
  title: string | null;
  reference: string | null;
  notify: string;
  password_protected: boolean;
  message: string | null;
  expires_at: string;
  receivers: { id: string; email: string; name: string; mail: string | null; link?: string }[];
  files: { id: string; name: string; path: string; type: string; size: number; sha256: string }[];
}

interface Refused {
  code: string;
  retry: string;
  errors?: { pointer: string; code: string }[];
}

export const bob = { email: 'bob@example.com' };

/** A whole server with programs that send. */
export async function openSends(context: TestContext, ...args: string[]) {
  const fixture = await openApi(context, ...args);
  const { program, installation, clock } = fixture;
  const { database } = installation;

  /** A complete upload; returns its id. */
  async function upload(name: string, text = name): Promise<string> {
    const answer = await program.ask(
      'POST',
      `/uploads?name=${name}`,
      { 'content-type': 'text/plain' },
      text,
    );
    assert.equal(answer.statusCode, 201, answer.body);
    return answer.json<{ id: string }>().id;
  }

  function form(...parts: Parameters<typeof formOf>) {
    const { headers, payload } = formOf(...parts);
    return program.ask('POST', '/drops', headers, payload);
  }

  /** Sends parts of which `drop` is written as JSON. */
  const sendForm = (drop: object, ...parts: Parameters<typeof formOf>) =>
    form(['drop', JSON.stringify(drop)], ...parts);

  const countUnsent = async () => (await database.uploads.sumFor(program.account.id)).files;

  /** What this program may do: keys with other scopes than usual. */
  async function giveScopes(scopes: readonly Scope[]) {
    const key = `other-key-${scopes.join('-')}-0123456789-0123456789-0123`;
    await database.apiKeys.add({
      ...{ id: idFor(key), accountId: program.account.id, salt: undefined, scopes },
      ...{ hash: installation.apiKeyHasher.hash(key), createdAt: clock.now() },
      expiresAt: undefined,
    });
    return (body: object, headers: Record<string, string> = {}) =>
      program.post('/drops', body, { authorization: `Bearer ${key}`, ...headers });
  }

  return { ...fixture, database, upload, form, sendForm, countUnsent, giveScopes };
}

/** The drop of an answer that says that it was sent. */
export function sent(answer: LightMyRequestResponse): Drop {
  assert.equal(answer.statusCode, 201, answer.body);
  const drop = answer.json<Drop>();
  assert.equal(answer.headers.location, `/api/v1/drops/${drop.id}`);
  return drop;
}

/** The status, code, advice and places of a problem document. */
export function refusal(answer: LightMyRequestResponse) {
  const { code, retry, errors = [] } = answer.json<Refused>();
  assert.equal(answer.headers['content-type'], 'application/problem+json; charset=utf-8');
  return [answer.statusCode, code, retry, ...errors.map((each) => `${each.pointer} ${each.code}`)];
}
