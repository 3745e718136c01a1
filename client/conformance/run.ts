import type { Credentials } from './account.ts';
import { Account } from './account.ts';
import type { Check, Target } from './check.ts';
import type { Connection, Shown } from './connection.ts';
import { connectTo, Limited, Unreachable } from './connection.ts';
import { NoAnswer } from './exchange.ts';
import { Mismatch } from './expect.ts';
import { emptyTray } from './workflow.ts';
import type { ContactList, History } from './wire.ts';

export interface SuiteOptions {
  /** The base address of the server, without a slash at its end. */
  url: string;
  account: Credentials;
  other?: Credentials | undefined;
  checks: readonly Check[];
  /** Takes an account that has contacts, files or history: its contacts and files are lost. */
  overwrite: boolean;
  patienceMs?: number;
}

export interface Outcome {
  check: Check;
  result: 'passed' | 'failed' | 'not tried';
  /** Why it failed, or was not tried. */
  reason?: string;
  /** The exchange that shows the failure. */
  shown?: Shown | undefined;
  milliseconds: number;
}

/** The account has something that the suite would destroy, or that would disturb it. */
export class NotEmpty extends Error {}

/** The server cannot be checked: it does not let the account in, or answers nothing of the contract. */
export class NotServed extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const usualPatienceMs = 30_000;
/** Checks in a row that got no answer in time, after which the rest would get none either. */
const mostWithoutAnswer = 3;

/**
 * Runs the checks one after another, and tells of each when it is over. Ends early with `Unreachable`, `Limited`,
 * `NotEmpty` or `NotServed`. What the checks made is removed at the end, as far as the API can.
 */
export async function* runSuite(options: SuiteOptions): AsyncGenerator<Outcome, void> {
  const { url, account, other, checks, overwrite, patienceMs = usualPatienceMs } = options;
  const accounts = other === undefined ? [account] : [account, other];
  const connection = connectTo(url, accounts, patienceMs);
  try {
    const me = new Account(account, connection.exchange);
    const second = other && new Account(other, connection.exchange);
    const isUnlisted = await begin(me, second, overwrite, connection);
    const target: Target = { me, other: second ?? me, key: account.key };
    let withoutAnswer = 0;
    try {
      for (const check of checks) {
        const missing = whatIsMissing(check, second, isUnlisted);
        if (missing !== undefined) {
          yield { check, result: 'not tried', reason: missing, milliseconds: 0 };
          continue;
        }
        const { error, ...outcome } = await runCheck(check, target, connection);
        yield outcome;
        withoutAnswer = error instanceof NoAnswer ? withoutAnswer + 1 : 0;
        if (withoutAnswer === mostWithoutAnswer)
          throw new Unreachable('The server has stopped answering.');
      }
    } finally {
      await cleanUp(me);
    }
  } finally {
    connection.close();
  }
}

function whatIsMissing(
  { needs }: Check,
  other: Account | undefined,
  isUnlisted: boolean,
): string | undefined {
  if (needs === 'other' && other === undefined) return 'needs a second account';
  if (needs === 'unlisted' && !isUnlisted) return 'needs an account that was never used';
  return undefined;
}

async function runCheck(
  check: Check,
  target: Target,
  connection: Connection,
): Promise<Outcome & { error?: unknown }> {
  const startedAt = performance.now();
  const elapsed = (): number => Math.round(performance.now() - startedAt);
  try {
    // To list the files is what one of the checks is about.
    if (check.needs !== 'unlisted') await emptyTray(target.me);
    await check.run(target);
    return { check, result: 'passed', milliseconds: elapsed() };
  } catch (error) {
    if (error instanceof Unreachable || error instanceof Limited) throw error;
    if (!(error instanceof Error)) throw error;
    // The token may be what the server has lost.
    target.me.forgetToken();
    const reason =
      error instanceof TypeError || error instanceof SyntaxError
        ? `An answer has another shape than that of the contract: ${error.message}`
        : error.message;
    const shown = connection.show(error instanceof Mismatch ? error.answer : undefined);
    const told = { reason: connection.hide(reason), shown, error };
    return { check, result: 'failed', milliseconds: elapsed(), ...told };
  }
}

/** Tells whether the files of the account may never have been listed. */
async function begin(
  me: Account,
  other: Account | undefined,
  overwrite: boolean,
  { hide }: Connection,
): Promise<boolean> {
  try {
    const isUnlisted = await takeAccount(me, overwrite);
    if (other !== undefined) await letIn(other);
    return isUnlisted;
  } catch (error) {
    const isOurs = [Unreachable, Limited, NotEmpty, NotServed].some(
      (kind) => error instanceof kind,
    );
    if (isOurs || !(error instanceof Error)) throw error;
    if (error instanceof NoAnswer) throw new Unreachable(error.message, { cause: error });
    const [firstLine = ''] = hide(error.message).split('\n');
    throw new NotServed(0, `The suite cannot begin: ${firstLine}`);
  }
}

async function letIn(client: Account): Promise<void> {
  const answer = await client.send({ path: client.path() });
  if (answer.status === 200) return;
  const meaning =
    answer.status === 401
      ? `The server refuses the address ${client.email} with its key.`
      : `The page of ${client.email} was answered with ${answer.status}: nothing there keeps the contract.`;
  throw new NotServed(answer.status, meaning);
}

async function readJson<Body>(client: Account, operation: string): Promise<Body> {
  const answer = await client.call(operation);
  try {
    if (answer.status === 200) return answer.json<Body>();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  const told = `${operation}.cgi was answered with ${answer.status} and no JSON of the contract`;
  throw new NotServed(answer.status, `The suite cannot begin: ${told}.`);
}

/**
 * Refuses an account that is in use. Tells whether its files may never have been listed: HEAD tells that the list is
 * empty without listing it; where it does not, the list is fetched, and the account counts as one that was used.
 */
async function takeAccount(me: Account, overwrite: boolean): Promise<boolean> {
  await letIn(me);
  const { local } = await readJson<ContactList>(me, 'contacts_read');
  const { history, inbox } = await readJson<History>(me, 'get_history');
  const isNew = [local, history, inbox].every((list) => list.length === 0);
  if (!isNew && !overwrite) throw new NotEmpty(refusalOf(me, 'contacts, history or an inbox'));
  const head = await me.signed({ method: 'HEAD', path: me.path('cgi/get_files.cgi') });
  if (isNew && head.status === 200 && head.headers['content-length'] === '[]'.length.toString())
    return true;
  const files = await readJson<unknown[]>(me, 'get_files');
  if (files.length > 0 && !overwrite) throw new NotEmpty(refusalOf(me, 'files'));
  return false;
}

function refusalOf({ email }: Account, what: string): string {
  return `${email} has ${what}. Name an account made for this, or add --overwrite: its contacts and files are lost.`;
}

/** What cannot be removed ends by itself. A server that fails has been told of. */
async function cleanUp(me: Account): Promise<void> {
  try {
    await me.call('contacts_add', { json: [] });
    await me.call('receivers_set', { json: [] });
    await emptyTray(me);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
}
