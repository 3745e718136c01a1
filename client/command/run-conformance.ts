import type { Check } from '../conformance/check.ts';
import type { Shown } from '../conformance/connection.ts';
import { Limited, Unreachable } from '../conformance/connection.ts';
import type { Outcome } from '../conformance/run.ts';
import { NotEmpty, NotServed, runSuite } from '../conformance/run.ts';
import { checksNamed, suite } from '../conformance/suite.ts';
import { readKeyFile } from '../node/login.ts';
import { addressOf } from './connected.ts';
import type { SenderContext } from './define.ts';
import { CommandFailure, exitStatus, UsageError } from './exit-status.ts';
import { printable, printJson } from './output.ts';
import { readKey } from './read-key.ts';

interface Asked {
  url: string | undefined;
  account: string | undefined;
  other: string | undefined;
  only: string | undefined;
  list: boolean;
  overwrite: boolean;
  allowPlainHttp: boolean;
  json: boolean;
}

/** Runs the checks that were asked for, or lists them. Returns the exit status. */
export async function runConformance(context: SenderContext, asked: Asked): Promise<number> {
  const { url: written, account: email, other, only, overwrite, allowPlainHttp, json } = asked;
  const checks = only === undefined ? suite : checksNamed(only);
  if (checks.length === 0) throw new UsageError('No check is named so. See --list.');
  if (asked.list) {
    for (const check of checks) list(context, check, json);
    return exitStatus.ok;
  }
  if (email === undefined) throw new UsageError('--account is missing.');
  if (other?.toLowerCase() === email.toLowerCase())
    throw new UsageError('--other must be another account than --account.');
  const url = addressOf(written, allowPlainHttp);
  const second = other === undefined ? undefined : readOther(context, other);
  const account = { email: email.toLowerCase(), key: await readKey(context) };
  const counts = { passed: 0, failed: 0, 'not tried': 0 };
  const startedAt = performance.now();
  try {
    for await (const outcome of runSuite({ url, account, other: second, checks, overwrite })) {
      counts[outcome.result] += 1;
      if (json) printJson(context, asJson(outcome));
      else context.stdout.write(inWords(outcome));
    }
  } catch (error) {
    throw asFailure(error);
  }
  const seconds = Number(((performance.now() - startedAt) / 1000).toFixed(1));
  const { passed, failed, 'not tried': notTried } = counts;
  if (json) {
    const status = failed === 0 ? 'ok' : 'failed';
    printJson(context, { status, passed, failed, not_tried: notTried, seconds });
  } else {
    const total = `${checks.length} checks: ${passed} passed, ${failed} failed, ${notTried} not tried`;
    context.stdout.write(`${total}, in ${seconds} s.\n`);
  }
  return failed === 0 ? exitStatus.ok : exitStatus.check;
}

function readOther({ env }: SenderContext, email: string) {
  const { VALISE_OTHER_KEY_FILE: file } = env;
  if (file === undefined)
    throw new UsageError('VALISE_OTHER_KEY_FILE must name a file with the key of --other.');
  return { email: email.toLowerCase(), key: readKeyFile('VALISE_OTHER_KEY_FILE', file) };
}

/** What ends the run before its last check. */
function asFailure(error: unknown): unknown {
  if (error instanceof Unreachable)
    return new CommandFailure(exitStatus.unavailable, error.message);
  if (error instanceof Limited) return new CommandFailure(exitStatus.limit, error.message);
  if (error instanceof NotEmpty) return new CommandFailure(exitStatus.exists, error.message);
  if (error instanceof NotServed) {
    const status = error.status === 401 ? exitStatus.notAllowed : exitStatus.check;
    return new CommandFailure(status, error.message);
  }
  return error;
}

function list(context: SenderContext, { id, about, title, needs }: Check, json: boolean): void {
  if (json) printJson(context, { id, about, title, needs });
  else context.stdout.write(`${id.padEnd(idWidth)}  ${title}\n`);
}

const idWidth = Math.max(...suite.map(({ id }) => id.length));
const resultWidth = 'not tried'.length;

function inWords({ check, result, reason, shown }: Outcome): string {
  const line = `${result.padEnd(resultWidth)}  ${check.id.padEnd(idWidth)}  ${check.title}`;
  if (result === 'passed') return `${line}\n`;
  if (result === 'not tried') return `${line} (${reason ?? ''})\n`;
  const indented = [`contract: ${check.about}`, reason ?? '', ...linesOf(shown)];
  return [line, ...indented.map((each) => `    ${printable(each)}`), ''].join('\n');
}

function linesOf(shown: Shown | undefined): string[] {
  if (shown === undefined) return [];
  const { request, answer } = shown;
  const sent = [`> ${request.method} ${request.path}`, ...inLines('>', request)];
  if ('failure' in answer) return [...sent, `< ${answer.failure}`];
  return [...sent, `< ${answer.status}`, ...inLines('<', answer)];
}

function inLines(
  mark: string,
  { headers, body }: { headers: Record<string, string>; body: string },
): string[] {
  const lines = Object.entries(headers).map(([name, value]) => `${mark} ${name}: ${value}`);
  const written = body === '' ? [] : ['', ...body.split('\n')].map((line) => `${mark} ${line}`);
  return [...lines, ...written];
}

function asJson({ check, result, reason, shown, milliseconds }: Outcome): object {
  const { id, about, title } = check;
  return { id, about, title, result, reason, ...shown, milliseconds };
}
