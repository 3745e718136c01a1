import type { Answer, Request } from '../exchange.ts';
import type { Target } from '../check.ts';
import { checksOf } from '../check.ts';
import { expectError, expectJson, expectMatch } from '../expect.ts';
import { storeContacts } from '../workflow.ts';
import type { Operation } from './operations.ts';
import { operations } from './operations.ts';

/** What can be wrong with a request, in the order in which it must be noticed. */
const faults = ['credentials', 'user', 'token', 'method', 'body'] as const;
type Fault = (typeof faults)[number];

const answers: Record<Exclude<Fault, 'body'>, readonly [number, string]> = {
  credentials: [401, 'unauthorized'],
  user: [403, 'forbidden'],
  token: [403, 'csrf'],
  method: [405, 'method_not_allowed'],
};

/** What a sound request is answered by an account without contacts and files: the state comes last. */
const soundAnswers: Record<string, readonly [number, string]> = {
  remove_file: [404, 'not_found'],
  createdrop: [409, 'no_contacts'],
  givedrop: [409, 'no_contacts'],
  download: [404, 'not_found'],
};

const nobody = 'nobody@conformance.invalid';

function requestWith(
  { me }: Target,
  token: string,
  operation: Operation,
  wrong: readonly Fault[],
): Request {
  const { path, headers, body } = {
    path: operation.path,
    ...operation.good,
    ...(wrong.includes('body') ? operation.bad : {}),
  };
  return {
    method: wrong.includes('method') ? 'DELETE' : operation.method,
    path: wrong.includes('user') ? `/${nobody}/${path}` : me.path(path),
    headers: {
      ...(wrong.includes('credentials') ? {} : { authorization: me.authorization }),
      'csrf-token': wrong.includes('token') ? 'A'.repeat(43) : token,
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  };
}

function expectFirstFailure(answer: Answer, operation: Operation, first: Fault | undefined): void {
  const { name, bad } = operation;
  if (first === 'body') expectError(answer, ...(bad?.answer ?? [0, '']));
  else if (first !== undefined) expectError(answer, ...answers[first]);
  else if (soundAnswers[name] !== undefined) expectError(answer, ...soundAnswers[name]);
  else expectJson(answer, answer.json());
}

/** None, each, and each two: more faults in one request say nothing about the order that two do not. */
function pairs(of: readonly Fault[]): Fault[][] {
  return [[], ...of.flatMap((one, at) => of.slice(at).map((two) => [one, two]))];
}

const perOperation = operations.map((operation) => ({
  id: `order/${operation.name}`,
  title: `${operation.name}: of all that is wrong, the first in order answers`,
  async run(target: Target) {
    await storeContacts(target.me, []);
    const token = await target.me.token();
    const possible = faults.filter((fault) => fault !== 'body' || operation.bad !== undefined);
    for (const wrong of pairs(possible)) {
      const answer = await target.me.bare(requestWith(target, token, operation, wrong));
      expectFirstFailure(answer, operation, wrong[0]);
      if (wrong[0] === 'method') expectMatch(answer.headers.allow, allowing(operation), 'Allow');
    }
  },
}));

function allowing({ method }: Operation): RegExp {
  return new RegExp(String.raw`(?:^|, *)${method}(?:,|$)`);
}

export const orderChecks = checksOf('Paths and the order of checks', [
  ...perOperation,
  {
    id: 'order/nowhere',
    title: 'that a route does not exist is told only to whoever passed the checks before',
    async run(target) {
      const nowhere: Operation = { name: '', method: 'GET', path: 'cgi/none.cgi', good: {} };
      const token = await target.me.token();
      for (const wrong of pairs(['credentials', 'user', 'token'])) {
        const answer = await target.me.bare(requestWith(target, token, nowhere, wrong));
        const [first] = wrong;
        if (first === undefined) expectError(answer, 404, 'not_found');
        else expectError(answer, ...answers[first as 'token']);
      }
    },
  },
  {
    id: 'order/strangers',
    title: 'no address of an account answers a stranger, whatever its length or method',
    async run({ me }) {
      const long = `x/files/${'a'.repeat(5000)}`;
      const paths = ['cgi/', 'cgi', 'x/files/', long, '..', '%2e%2e/', '/', 'cgi/get_files.cgi/'];
      for (const path of paths)
        expectError(await me.bare({ path: me.path(path) }), 401, 'unauthorized');
      for (const method of ['OPTIONS', 'PUT', 'PATCH', 'PROPFIND', 'POST'])
        expectError(await me.bare({ method, path: me.path() }), 401, 'unauthorized');
    },
  },
  {
    id: 'order/coding',
    title: 'a body in a content coding is refused after credentials and token, not before',
    async run({ me }) {
      const request: Request = {
        method: 'POST',
        path: me.path('cgi/contacts_add.cgi'),
        headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
        body: '[]',
      };
      expectError(await me.bare(request), 401, 'unauthorized');
      expectError(await me.send(request), 403, 'csrf');
      expectError(await me.signed(request), 415, 'unsupported_media_type');
    },
  },
]);
