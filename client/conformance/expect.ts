import { isDeepStrictEqual } from 'node:util';
import type { Answer } from './exchange.ts';

/** The server does not keep the contract. The message says what was expected and what came. */
export class Mismatch extends Error {
  /** The answer that it was seen in; undefined where it is the last one. */
  readonly answer: Answer | undefined;

  constructor(message: string, answer?: Answer) {
    super(message);
    this.name = 'Mismatch';
    this.answer = answer;
  }
}

const shownChars = 400;

function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > shownChars ? `${text.slice(0, shownChars)}…` : text;
}

export function expect(condition: boolean, expected: string, answer?: Answer): asserts condition {
  if (!condition) throw new Mismatch(`Expected ${expected}.`, answer);
}

export function expectEqual(
  actual: unknown,
  expected: unknown,
  what: string,
  answer?: Answer,
): void {
  if (isDeepStrictEqual(actual, expected)) return;
  throw new Mismatch(`${what}: expected ${shown(expected)}, got ${shown(actual)}.`, answer);
}

export function expectMatch(
  actual: string | undefined,
  pattern: RegExp,
  what: string,
  answer?: Answer,
): void {
  if (pattern.test(actual ?? '')) return;
  throw new Mismatch(`${what}: expected ${String(pattern)}, got ${shown(actual)}.`, answer);
}

export function expectStatus(answer: Answer, status: number, what = 'status'): void {
  expectEqual(answer.status, status, what, answer);
}

/** The body as JSON, or a mismatch. */
function jsonOf<Body>(answer: Answer): Body {
  try {
    return answer.json<Body>();
  } catch {
    throw new Mismatch('Expected a body of JSON.', answer);
  }
}

/** What the document lists for every answer; the contract fixes the values that it leaves open. */
const exactHeaders = {
  'cache-control': 'no-cache, no-store, must-revalidate',
  expires: '0',
  pragma: 'no-cache',
  'x-frame-options': 'SAMEORIGIN',
  'x-content-type-options': 'nosniff',
  'x-xss-protection': '0',
  'referrer-policy': 'no-referrer',
};

/** Every header that every answer must carry. File data has a policy of its own. */
export function expectStandardHeaders(headers: Record<string, unknown>, answer?: Answer): void {
  for (const [name, value] of Object.entries(exactHeaders)) {
    expectEqual(headers[name], value, `header ${name}`, answer);
  }
  expectMatch(
    String(headers['strict-transport-security']),
    /^max-age=[1-9]\d*/,
    'header strict-transport-security',
    answer,
  );
  expect(
    headers['content-security-policy'] !== undefined,
    'a header content-security-policy',
    answer,
  );
  expectMatch(String(headers['x-request-id']), /^[\w-]{8,}$/, 'header x-request-id', answer);
}

export interface ErrorBody {
  status: 'error';
  error: string;
  message: string;
  request_id: string;
  details?: { field: string; problem: string }[];
}

/** Words that only the inside of a server would say. */
const inside =
  /\bat .+:\d+:\d+|Traceback|node_modules|\.ts\b|\bselect\b.+\bfrom\b|sqlite|\/blobs\/|\/tmp\//i;

/** The shape of an error body: these fields and no others, and `details` with `invalid` alone. */
export function expectErrorBody(body: ErrorBody, answer?: Answer): void {
  expectEqual(body.status, 'error', 'status of the error', answer);
  expectMatch(body.message, /^.{10,}\.$/s, 'message', answer);
  expect(!inside.test(JSON.stringify(body)), 'an error that shows nothing of the inside', answer);
  const { details, ...rest } = body;
  const fields = ['error', 'message', 'request_id', 'status'];
  expectEqual(Object.keys(rest).sort(), fields, 'fields of the error', answer);
  if (body.error !== 'invalid') {
    expectEqual(details, undefined, 'details', answer);
    return;
  }
  expect(Array.isArray(details) && details.length > 0, 'details of what is invalid', answer);
  for (const problem of details) {
    expectEqual(Object.keys(problem).sort(), ['field', 'problem'], 'fields of a detail', answer);
    expectMatch(problem.problem, /\S/, 'problem', answer);
  }
}

/** That the answer is an error of this kind, whole and well-formed, and gives nothing away. */
export function expectError(answer: Answer, status: number, error: string): ErrorBody {
  expectStatus(answer, status);
  expectStandardHeaders(answer.headers, answer);
  expectEqual(
    answer.headers['content-type'],
    'application/json; charset=utf-8',
    'header content-type',
    answer,
  );
  const body = jsonOf<ErrorBody>(answer);
  expectEqual(body.error, error, 'error', answer);
  expectErrorBody(body, answer);
  expectEqual(body.request_id, answer.headers['x-request-id'], 'request_id', answer);
  return body;
}

/** That it is refused as `invalid`, for exactly these fields. */
export function expectInvalid(answer: Answer, ...fields: string[]): void {
  const { details = [] } = expectError(answer, 422, 'invalid');
  const named = details.map(({ field }) => field);
  expectEqual(named, fields, 'fields of details', answer);
}

/** That the answer is JSON with exactly this content. */
export function expectJson(answer: Answer, expected: unknown): void {
  expectStatus(answer, 200);
  expectEqual(
    answer.headers['content-type'],
    'application/json; charset=utf-8',
    'header content-type',
    answer,
  );
  expectStandardHeaders(answer.headers, answer);
  expectEqual(jsonOf(answer), expected, 'body', answer);
}

export function expectOk(answer: Answer): void {
  expectJson(answer, { status: 'ok' });
}

/** That two answers cannot be told apart by anyone who does not know when they were given. */
export function expectSameAnswer(first: Answer, second: Answer, what: string): void {
  expectEqual(comparable(first), comparable(second), what, first);
}

function comparable(answer: Answer) {
  const { date, 'x-request-id': requestId, ...rest } = answer.headers;
  expect(date !== undefined && typeof requestId === 'string', 'Date and X-Request-Id', answer);
  const body = answer.text().replaceAll(requestId, 'REQUEST');
  return { status: answer.status, headers: rest, body };
}
