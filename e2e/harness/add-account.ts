import { demandSuccess } from './valise-command.ts';

export interface Credentials {
  email: string;
  key: string;
}

/** A key that every account of a test can have; long enough to be taken. */
export function keyFor(email: string): string {
  return `key-of-${email}-`.padEnd(48, '0123456789');
}

/**
 * Makes an API account with the operator's command, that of `checkout` where one is given. The server may be running
 * or not.
 */
export async function addAccount(
  dataDir: string,
  email: string,
  key = keyFor(email),
  checkout?: string,
): Promise<Credentials> {
  const account = [email, '46700000001', '--role', 'api', '--key-file', '-'];
  await demandSuccess(['account', 'add', ...account, '--data', dataDir], { checkout, input: key });
  return { email, key };
}
