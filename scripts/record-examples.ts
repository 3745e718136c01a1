// Records examples for the description of the API: runs the tests of HTTP, and chooses among what was answered there.
//
//   npm run api-examples           for operations that have none, or one that no longer fits
//   npm run api-examples -- NAME…  for these anew

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Operation } from '../protocol/operations/operation.ts';
import type { RecordedAnswer } from '../server/src/http/routing/check-answers-fixture.ts';
import type { DescribedOperation } from './describe-openapi.ts';
import { describedOperations } from './describe-openapi.ts';
import { faultOfExample } from './fault-of-example.ts';
import type { Example } from './openapi-examples.ts';
import { examples, examplesFile } from './openapi-examples.ts';

const root = join(import.meta.dirname, '..');
const tests = globSync('server/src/http/{api,cgi}/*.test.ts', { cwd: root });

function recordAnswers(): RecordedAnswer[] {
  const folder = mkdtempSync(join(tmpdir(), 'valise-examples-'));
  const file = join(folder, 'answers.jsonl');
  const env = { ...process.env, RECORD_ANSWERS: file };
  const { status } = spawnSync(process.execPath, ['--test', ...tests], {
    ...{ cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] },
  });
  if (status !== 0) throw new Error('Tests of HTTP fail: mend them first');
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  rmSync(folder, { recursive: true });
  return lines.map((line) => JSON.parse(line) as RecordedAnswer);
}

/** Ids and cursors are random: in an example they are always the same. */
function normalise(recorded: RecordedAnswer): Example {
  const { path, body, answer } = recorded;
  const ids = new Map<string, string>();
  const text = JSON.stringify({ path, ...(body !== undefined && { body }), answer })
    .replaceAll(/(?<![\w-])[A-Za-z0-9_][\w-]{21}(?![\w-])/g, (id) => {
      const known = ids.get(id) ?? exampleText(`id ${ids.size + 1}`).slice(0, 22);
      ids.set(id, known);
      return known;
    })
    .replaceAll(
      /("next":"|[?&]after=)[^"&]{23,}/g,
      (_, before: string) => `${before}${exampleText('cursor')}`,
    );
  return JSON.parse(text) as Example;
}

function exampleText(of: string): string {
  return createHash('sha256').update(`example ${of}`).digest('base64url').replace(/^[-_]/, 'A');
}

/**
 * A list with something in it tells more than an empty one, and a short answer is easier to read than a long one. A
 * body of any bytes has its name in the query.
 */
function rank({ bytes }: Operation, { path, answer }: Example): [number, number, string] {
  const text = JSON.stringify(answer);
  const isUnnamed = bytes === 'any' && !path.includes('?');
  const empty = (text.match(/\[\]|null/g)?.length ?? 0) + (isUnnamed ? 100 : 0);
  return [empty, text.length + path.length, text];
}

function choose({ operation }: DescribedOperation, answers: readonly RecordedAnswer[]) {
  const usable = answers
    .filter(({ on, status }) => on === operation.on && status === (operation.status ?? 200))
    .map(normalise)
    .filter((example) => faultOfExample(operation, example) === undefined)
    .map((example) => ({ example, rank: rank(operation, example) }));
  usable.sort(({ rank: a }, { rank: b }) => a[0] - b[0] || a[1] - b[1] || (a[2] < b[2] ? -1 : 1));
  return usable[0]?.example;
}

const anew = process.argv.slice(2);
const wanted = describedOperations().filter(
  ({ operation }) => typeof operation.answer !== 'string',
);
const isKept = ({ name, operation }: DescribedOperation) =>
  !anew.includes(name) && faultOfExample(operation, examples[name]) === undefined;
const answers = wanted.every(isKept) ? [] : recordAnswers();
const chosen = wanted.map((each) => [
  each.name,
  isKept(each) ? examples[each.name] : choose(each, answers),
]);
writeFileSync(examplesFile, `${JSON.stringify(Object.fromEntries(chosen), undefined, 1)}\n`);
