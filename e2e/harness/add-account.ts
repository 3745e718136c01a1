import { valise } from './valise-command.ts';

export interface Credentials {
  email: string;
  key: string;
}

/** A key that every account of a test can have; long enough to be taken. */
export function keyFor(email: string): string {
  return `key-of-${email}-`.padEnd(48, '0123456789');
}

/** Makes an API account with the operator's command. The server may be running or not. */
export async function addAccount(
  dataDir: string,
  email: string,
  key = keyFor(email),
): Promise<Credentials> {
  const number = '46700000001';
  await valise('account', 'add', email, number, '--role', 'api', '--key', key, '--data', dataDir);
  return { email, key };
}
