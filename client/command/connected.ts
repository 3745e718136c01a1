import type { Valise } from '../node/connect.ts';
import { connectAs } from '../node/connect.ts';
import { originOf } from '../src/client.ts';
import { ValiseError } from '../src/problem.ts';
import type { Login } from '../node/login.ts';
import { findLogin } from '../node/login.ts';
import type { SenderContext } from './define.ts';
import { CommandFailure, exitStatus, UsageError } from './exit-status.ts';
import { printable, timeInWords, writeLine } from './output.ts';

/** Seconds for which an act that takes long waits for a line that broke. */
const patienceOfTransfers = 900;
/** Who asks something wants to know soon that nobody answers. */
const patienceOfQuestions = 10;

/** The server and key that were chosen. */
export function connected(
  context: Pick<SenderContext, 'env' | 'stderr'>,
  kind: 'question' | 'transfer' = 'question',
): Valise {
  const { url, key, allowPlainHttp = false } = storedLogin(context);
  if (url === undefined || key === undefined) {
    throw new CommandFailure(
      exitStatus.config,
      'No server and key. Run valise login URL, or set VALISE_URL and VALISE_KEY_FILE.',
    );
  }
  return connectedTo(context, { url, key, allowPlainHttp }, kind);
}

/** What is wrong with it is a matter of set-up, and not of what the command does. */
function storedLogin({ env }: Pick<SenderContext, 'env'>): Partial<Login> {
  try {
    const login = findLogin(env);
    if (login.url !== undefined) originOf({ ...login, url: login.url });
    return login;
  } catch (error) {
    if (error instanceof ValiseError) throw new CommandFailure(exitStatus.config, error.message);
    throw error;
  }
}

/** The same with a server and a key that are not stored yet. */
export function connectedTo(
  { stderr }: Pick<SenderContext, 'stderr'>,
  login: Login,
  kind: 'question' | 'transfer' = 'question',
): Valise {
  return connectAs({
    ...login,
    patienceSeconds: kind === 'transfer' ? patienceOfTransfers : patienceOfQuestions,
    onWait({ error, leftSeconds }) {
      const until = `Trying again for up to ${timeInWords(leftSeconds)}.`;
      writeLine(stderr, `valise: ${printable(error.message)} ${until}`);
    },
  });
}

/** The address of a server as it was typed, before anything else is asked or read. */
export function addressOf(written: string | undefined, allowPlainHttp: boolean): string {
  if (written === undefined) {
    throw new UsageError('The address of the server is missing: https://files.example.com, say.');
  }
  try {
    return originOf({ url: written, allowPlainHttp });
  } catch (error) {
    if (error instanceof ValiseError) throw new UsageError(error.message);
    throw error;
  }
}
