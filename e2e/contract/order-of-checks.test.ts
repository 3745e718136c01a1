import { test } from 'node:test';
import type { WireErrorCode } from '#protocol/errors.ts';
import type { Answer, Request } from '../harness/exchange.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { assertError, assertJson } from './assert-answer.ts';
import type { Operation } from './operations.ts';
import { operations } from './operations.ts';

const { clients } = await startExchange(['alice', 'bob']);
const { alice, bob } = clients;
const token = await alice.token();

/** What can be wrong with a request, in the order in which it must be noticed. */
const faults = ['credentials', 'user', 'token', 'method', 'body'] as const;
type Fault = (typeof faults)[number];

const answers: Record<Exclude<Fault, 'body'>, [number, WireErrorCode]> = {
  credentials: [401, 'unauthorized'],
  user: [403, 'forbidden'],
  token: [403, 'csrf'],
  method: [405, 'method_not_allowed'],
};

const bodyErrors: Record<number, WireErrorCode> = {
  400: 'bad_request',
  415: 'unsupported_media_type',
  422: 'invalid',
};

/** What a sound request is answered by an account that has nothing: the state comes last. */
const soundAnswers: Record<string, [number, WireErrorCode]> = {
  remove_file: [404, 'not_found'],
  createdrop: [409, 'no_contacts'],
  givedrop: [409, 'no_contacts'],
  download: [404, 'not_found'],
};

function subsets(of: readonly Fault[]): Fault[][] {
  return of.reduce<Fault[][]>((all, fault) => all.flatMap((set) => [set, [...set, fault]]), [[]]);
}

function requestWith(operation: Operation, wrong: readonly Fault[]): Request {
  const { path, headers, body } = {
    path: operation.path,
    ...operation.good,
    ...(wrong.includes('body') ? operation.bad : {}),
  };
  const owner = wrong.includes('user') ? bob : alice;
  return {
    method: wrong.includes('method') ? 'DELETE' : operation.method,
    path: owner.path(path),
    headers: {
      ...(wrong.includes('credentials') ? {} : { authorization: alice.authorization }),
      'csrf-token': wrong.includes('token') ? 'A'.repeat(43) : token,
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  };
}

function assertFirstFailure(answer: Answer, operation: Operation, first: Fault | undefined): void {
  if (first === undefined) {
    const sound = soundAnswers[operation.name];
    if (sound !== undefined) assertError(answer, ...sound);
    else assertJson(answer, answer.json());
    return;
  }
  const status = operation.bad?.status ?? 0;
  assertError(answer, ...(first === 'body' ? bodyAnswer(status) : answers[first]));
}

function bodyAnswer(status: number): [number, WireErrorCode] {
  const error = bodyErrors[status];
  if (error === undefined) throw new Error(`No operation has a body fault of ${status}`);
  return [status, error];
}

for (const operation of operations) {
  const possible = faults.filter((fault) => fault !== 'body' || operation.bad !== undefined);
  test(`Order of checks: ${operation.name}: of all that is wrong, the first in order answers`, async (t) => {
    for (const wrong of subsets(possible)) {
      await t.test(
        wrong.length === 0 ? 'nothing wrong' : `wrong: ${wrong.join(', ')}`,
        async () => {
          const answer = await alice.bare(requestWith(operation, wrong));
          assertFirstFailure(
            answer,
            operation,
            possible.find((fault) => wrong.includes(fault)),
          );
        },
      );
    }
  });
}

test('Order of checks: a route that does not exist is told only to whoever passed the checks before', async () => {
  const nowhere: Operation = { name: '', method: 'GET', path: 'cgi/nothing.cgi', good: {} };
  const earlier = ['credentials', 'user', 'token'] as const;
  for (const wrong of subsets(earlier)) {
    const answer = await alice.bare(requestWith(nowhere, wrong));
    const first = earlier.find((fault) => wrong.includes(fault));
    if (first === undefined) assertError(answer, 404, 'not_found');
    else assertError(answer, ...answers[first]);
  }
});

test('Order of checks: no address of an account answers a stranger, whatever its length or method', async () => {
  const paths = [
    'cgi/',
    'cgi',
    'x/files/',
    `x/files/${'a'.repeat(5000)}`,
    '..',
    '%2e%2e/',
    '/',
    'cgi/get_files.cgi/',
  ];
  for (const path of paths)
    assertError(await alice.bare({ path: alice.path(path) }), 401, 'unauthorized');
  for (const method of ['OPTIONS', 'TRACE', 'PUT', 'PATCH', 'PROPFIND', 'POST']) {
    assertError(await alice.bare({ method, path: alice.path() }), 401, 'unauthorized');
  }
});

test('Order of checks: a body in another coding is refused after the credentials, not before', async () => {
  const request: Request = {
    method: 'POST',
    path: alice.path('cgi/contacts_add.cgi'),
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: '[]',
  };
  assertError(await alice.bare(request), 401, 'unauthorized');
  assertError(await alice.send(request), 403, 'csrf');
  assertError(await alice.signed(request), 415, 'unsupported_media_type');
});

test('Order of checks: the body is looked at before the state: a wrong one is never answered with 409', async () => {
  assertError(await alice.call('createdrop', { json: { desttime: -1 } }), 422, 'invalid');
  assertError(await alice.call('createdrop', { json: {} }), 409, 'no_contacts');
});
