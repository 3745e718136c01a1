import { spawn } from 'node:child_process';
import { replaceUnsafe } from '#protocol/untrusted-text.ts';
import type { InboxItem, SavedFile } from '../src/inbox.ts';
import type { SenderContext } from './define.ts';
import { CommandFailure, exitStatus } from './exit-status.ts';

/**
 * Runs a program with the path of a saved file as its last argument. There is no shell, and what strangers wrote is in
 * variables only, where nothing reads it as a command. Resolves with whether it ended with status 0.
 */
export async function runProgram(
  { env, cwd }: Pick<SenderContext, 'env' | 'cwd'>,
  [command = '', ...args]: readonly string[],
  { item, file }: { item: InboxItem; file: SavedFile },
  { output, signal }: { output: 'inherit' | number; signal: AbortSignal },
): Promise<boolean> {
  const child = spawn(command, [...args, file.path], {
    cwd,
    env: { ...env, ...aboutItem(item), ...aboutFile(file) },
    stdio: ['ignore', output, 'inherit'],
    shell: false,
  });
  const stop = (): void => {
    child.kill('SIGTERM');
  };
  signal.addEventListener('abort', stop, { once: true });
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  child.once('error', (error) => {
    reject(new CommandFailure(exitStatus.usage, `${command} cannot be run: ${error.message}`));
  });
  child.once('close', (status) => {
    resolve(status === 0);
  });
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** The variables of a program, as the help lists them. */
export const programVariables = [
  'VALISE_SENDER, VALISE_SENDER_NAME, VALISE_TITLE, VALISE_MESSAGE, VALISE_REFERENCE, VALISE_REQUEST,',
  'VALISE_ITEM, VALISE_RECEIVED_AT, VALISE_FILE_NAME, VALISE_FILE_TYPE, VALISE_FILE_SHA256',
] as const;

function aboutItem(item: InboxItem): Record<string, string> {
  return cleaned({
    VALISE_SENDER: item.sender.email,
    VALISE_SENDER_NAME: item.sender.name,
    VALISE_MESSAGE: item.message,
    VALISE_TITLE: item.title,
    VALISE_REFERENCE: item.reference,
    VALISE_REQUEST: item.request,
    VALISE_ITEM: item.id,
    VALISE_RECEIVED_AT: item.received_at,
  });
}

function aboutFile({ name, type, sha256 }: SavedFile): Record<string, string> {
  return cleaned({ VALISE_FILE_NAME: name, VALISE_FILE_TYPE: type, VALISE_FILE_SHA256: sha256 });
}

/** On one line, without what moves a cursor: each may end in a log or on a terminal. */
function cleaned(given: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).map(([name, text]) => [name, replaceUnsafe(text ?? '', () => ' ')]),
  );
}
