import type { EventEmitter } from 'node:events';
import type { User } from './wrong-user.ts';

/** Everything a command knows of the world outside. */
export interface CommandContext {
  /** What follows the command's own words. */
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  /** Where the data folder is when nobody says otherwise. */
  defaultDataDir: string;
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
  /** From now on the output is a log, some of which may be lost: success does not depend on it. */
  treatOutputAsLog: () => void;
  readStandardInput: () => Promise<string>;
  /** Puts a question to the person at the terminal; undefined where nobody sits at one. */
  ask: ((question: string) => Promise<string>) | undefined;
  /** Who runs it. */
  user: User;
  /** Emits SIGTERM, SIGINT and SIGHUP. */
  signals: EventEmitter;
}

/** One command of `valise`. Returns its exit status; what it throws becomes one. */
export interface Command {
  /** As it is typed, for example `account add`. */
  name: string;
  /** One line for the list of commands. */
  summary: string;
  /** All that `--help` prints. */
  help: string;
  run(context: CommandContext): Promise<number>;
}
