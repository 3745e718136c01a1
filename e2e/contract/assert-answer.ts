import assert from 'node:assert/strict';
import type { ErrorBody, WireErrorCode } from '#protocol/errors.ts';
import type { Answer } from '../harness/exchange.ts';

/** What the document lists for every answer; the contract fixes the values it leaves open. */
const exactHeaders = {
  'cache-control': 'no-cache, no-store, must-revalidate',
  expires: '0',
  pragma: 'no-cache',
  'x-frame-options': 'SAMEORIGIN',
  'x-content-type-options': 'nosniff',
  'x-xss-protection': '0',
  'referrer-policy': 'no-referrer',
};

/** Words that only the inside of a server would say. */
const inside = /\bat .+:\d+:\d+|node_modules|\.ts\b|\bselect\b.+\bfrom\b|sqlite|\/blobs\/|\/tmp\//i;

/** Every header that every answer must carry. File data has a policy of its own. */
export function assertStandardHeaders(headers: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(exactHeaders)) {
    assert.equal(headers[name], value, name);
  }
  assert.match(String(headers['strict-transport-security']), /^max-age=[1-9][0-9]{6,}/);
  assert.notEqual(headers['content-security-policy'], undefined);
  assert.match(String(headers['x-request-id']), /^[\w-]{8,}$/);
}

/** That the answer is an error of this kind, whole and well-formed, and gives nothing away. */
export function assertError(answer: Answer, status: number, error: WireErrorCode): ErrorBody {
  assert.equal(`${answer.status} ${answer.text()}`.slice(0, 3), String(status), answer.text());
  assertStandardHeaders(answer.headers);
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  const body = answer.json<ErrorBody>();
  assert.equal(body.error, error, body.message);
  assertErrorBody(body);
  assert.equal(body.request_id, answer.headers['x-request-id']);
  return body;
}

/** The shape of an error body: these fields and no others, and `details` with `invalid` alone. */
export function assertErrorBody(body: ErrorBody): void {
  assert.equal(body.status, 'error');
  assert.match(body.message, /^.{10,}\.$/s);
  assert.doesNotMatch(JSON.stringify(body), inside);
  const { details, ...rest } = body;
  assert.deepEqual(Object.keys(rest).sort(), ['error', 'message', 'request_id', 'status']);
  if (body.error !== 'invalid') {
    assert.equal(details, undefined);
    return;
  }
  assert.ok(details !== undefined && details.length > 0, 'an invalid request has details');
  for (const problem of details) {
    assert.deepEqual(Object.keys(problem).sort(), ['field', 'problem']);
    assert.match(problem.problem, /\S/);
  }
}

/** That the answer is JSON with exactly this content. */
export function assertJson(answer: Answer, expected: unknown): void {
  assert.equal(answer.status, 200, answer.text());
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  assertStandardHeaders(answer.headers);
  assert.deepEqual(answer.json(), expected);
}

/** That two answers cannot be told apart by anyone who does not know when they were given. */
export function assertSameAnswer(first: Answer, second: Answer): void {
  assert.deepEqual(comparable(first), comparable(second));
}

function comparable(answer: Answer) {
  const { date, 'x-request-id': requestId, ...rest } = answer.headers;
  assert.ok(date !== undefined && typeof requestId === 'string');
  const body = answer.text().replaceAll(requestId, 'REQUEST');
  return { status: answer.status, headers: rest, body };
}
