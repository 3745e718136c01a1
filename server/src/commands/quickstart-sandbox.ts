import { scopes } from '#protocol/access.ts';
import { formatNumber, shellWord } from '../cli-kit/print.ts';
import type { CommandContext } from '../cli-kit/define-command.ts';
import type { Installation } from '../compose/installation.ts';
import { isLoopback } from '../config/addresses.ts';
import { refuseMistakes } from '../config/load-config.ts';
import type { Config, SettingName } from '../config/settings.ts';
import { ValiseError } from '../domain/model/valise-error.ts';
import type { Problem } from '#protocol/errors.ts';
import { accountsOf } from './account/account-list.ts';
import type { LoadedSettings } from './installation/load-settings.ts';
import { loadSettingsFor } from './installation/load-settings.ts';
import { operator } from './installation/open-data.ts';
import { firstSendCommands } from './sample-exchange.ts';

const sandboxFlag = '--sandbox';
const listenFlag = '--listen';

export interface QuickstartArgs {
  isSandbox: boolean;
  /** Where a sandbox listens besides its port; undefined: on loopback. */
  listen: string | undefined;
  /** Flags of settings. */
  rest: string[];
}

/** Takes the flags of quickstart itself out of its arguments. Throws `usage` for one without its value. */
export function takeQuickstartFlags(args: readonly string[]): QuickstartArgs {
  const rest = [...args];
  const isSandbox = rest.includes(sandboxFlag);
  if (isSandbox) rest.splice(rest.indexOf(sandboxFlag), 1);
  const at = rest.indexOf(listenFlag);
  if (at === -1) return { isSandbox, listen: undefined, rest };
  const [, listen] = rest.splice(at, 2);
  if (listen === undefined || listen.startsWith('--')) {
    throw new ValiseError('usage', `${listenFlag} needs an address, such as 192.0.2.10.`);
  }
  if (!isSandbox) {
    throw new ValiseError(
      'usage',
      `${listenFlag} goes with ${sandboxFlag}; without, it is --host.`,
    );
  }
  return { isSandbox, listen, rest };
}

/** What a sandbox has in its folder, and nowhere else, and what would send something. */
const refused: Partial<Record<SettingName, string>> = {
  databaseUrl: 'keeps its database in its own folder',
  blobUrl: 'keeps its files in its own folder',
  smtpHost: 'sends no mail: mails are captured',
  smsGatewayUrl: 'sends no SMS: they are captured',
};

/** The settings of a sandbox: one process, on loopback unless `--listen` says otherwise. */
export async function loadSandboxSettings(
  context: CommandContext,
  { listen, rest }: QuickstartArgs,
): Promise<LoadedSettings> {
  const args = listen === undefined ? rest : [...rest, '--host', listen];
  const settings = await loadSettingsFor(context, args);
  const { config, origins } = settings;
  refuseMistakes([...problemsOf(config, origins), ...hostProblems(config, listen)]);
  return { ...settings, config: { ...config, workers: 1 } };
}

function problemsOf(config: Config, origins: LoadedSettings['origins']): Problem[] {
  const set = Object.entries(refused).filter(([name]) => config[name as SettingName] !== undefined);
  const found = set.map(([name, why]) => ({
    field: name,
    problem: `cannot be set (${origins[name as SettingName]}): a sandbox ${why}.`,
  }));
  if (config.workers === 1 || origins.workers === 'default') return found;
  const problem = `must be 1 (${origins.workers}): a sandbox is one process, whose clock can be moved.`;
  return [...found, { field: 'workers', problem }];
}

function hostProblems({ host }: Config, listen: string | undefined): Problem[] {
  if (listen !== undefined || isLoopback(host)) return [];
  const problem = `is ${host}, and a sandbox listens on this machine only. Say otherwise with ${listenFlag} ${host}.`;
  return [{ field: 'host', problem }];
}

const alice = { email: 'alice@example.com', number: '46700000001' };
const bob = { email: 'bob@example.com', number: '46700000002' };

/** What is printed once a sandbox runs: where, keys where it is new, and a first request. */
export async function welcomeToSandbox(
  installation: Installation,
  { config, dataDir, dataOrigin }: LoadedSettings,
  url: string,
): Promise<string> {
  const known = await installation.database.accounts.list();
  const data = dataOrigin === 'default' ? '' : ` --data ${shellWord(dataDir)}`;
  const next = known.length === 0 ? introduce(await addPrograms(), url) : remind();
  return `
A Valise sandbox is running at ${url}
It sends nothing. Mails and SMS are at ${url}/api/v1/sandbox/mails
${next}
docs/sandbox.md has more: its clock, its receivers, its faults. Stop the sandbox with Ctrl-C.

`;

  async function addPrograms() {
    const accounts = accountsOf(installation, config);
    async function add(program: typeof alice): Promise<string> {
      const made = await accounts.add(operator, {
        ...program,
        role: 'api',
        key: undefined,
        scopes,
      });
      if (made.key === undefined) throw new Error('An API account was made without a key');
      return made.key;
    }
    return { aliceKey: await add(alice), bobKey: await add(bob) };
  }

  function remind(): string {
    const [first] = known.filter(({ role }) => role === 'api');
    return `
Accounts: ${formatNumber(known.length)} (see them with: bin/valise account list${data})
Keys cannot be shown again. A new one:
  bin/valise account key rotate ${shellWord(first?.email ?? 'EMAIL')}${data}
`;
  }
}

function introduce({ aliceKey, bobKey }: { aliceKey: string; bobKey: string }, url: string) {
  return `
Two accounts of programs were made. Their keys work here and nowhere else, and cannot be shown again:
  ${alice.email}  ${aliceKey}
  ${bob.email}    ${bobKey}

A first file from Alice to Bob:

${firstSendCommands({ url, alice: { ...alice, key: aliceKey }, bob: { ...bob, key: bobKey } })}`;
}
