import type { CommandContext } from '../../cli-kit/define-command.ts';
import { defineCommand, jsonOption } from '../../cli-kit/define-command.ts';
import { exitStatus } from '../../cli-kit/exit-status.ts';
import { printableText } from '#protocol/untrusted-text.ts';
import { counted } from '../../cli-kit/print.ts';
import { explainWrongUser } from '../../cli-kit/wrong-user.ts';
import { locateData } from '../../config/config-sources.ts';
import { findContradictions } from '../../config/find-contradictions.ts';
import { loadSettings } from '../../config/load-config.ts';
import type { Config } from '../../config/settings.ts';
import { settings } from '../../config/settings.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { Inspection } from '../../inspection/open-for-inspection.ts';
import { systemClock } from '../../platform/system.ts';
import { storeSettingsOf } from '../../stores/store-settings.ts';
import type { FileComparison } from './compare-files.ts';
import { compareFiles, describeAffected, judge } from './compare-files.ts';
import { examineInstallation } from './examine-installation.ts';
import type { Finding } from './finding.ts';
import { ok, problem } from './finding.ts';

export const doctor = defineCommand({
  name: 'doctor',
  summary: 'check this installation for problems',
  about: `Looks at the settings, Node, the data folder, the keys, the database and its journal, some files,
the audit trail, the outbox, free space, the clock, the port or the running server, the public
address, TLS, the mail server and the SMS gateway, and says for each what it means and how to
mend it. A problem keeps Valise from working safely; a warning deserves a look.

It only reads: it mends nothing, makes no file and brings no database forward. The server may be
running. After a restore, --files tells whether every file is there; with --deep, whether each can
be read to its last byte, which takes as long as reading all of them does. Ctrl-C ends it early.

It ends with 0 when it found no problem (warnings do not count), with 7 when it found one, and with
1 when --files was stopped before its end and nothing was found until then. Run by a user who may
not use the data folder, it looks at nothing, and ends with 6.`,
  options: {
    files: { doc: 'look for the bytes of every file, by name and length' },
    deep: { doc: 'open every file and check each byte; goes with --files' },
    offline: { doc: 'ask no other machine, and no server: neither a database nor a bucket' },
    json: jsonOption,
  },
  examples: ['doctor', 'doctor --files', 'doctor --json --data /srv/valise'],
  async run(context, given) {
    const { files, deep, offline } = given.options;
    if (deep && !files) throw new ValiseError('usage', '--deep goes with --files.');
    const { dataDir, config, findings } = await loadUsableSettings(context, given.settingFlags);
    const wrongUser = explainWrongUser(dataDir, context.user);
    if (wrongUser !== undefined) throw new ValiseError('data_unsafe', wrongUser);
    let comparison: FileComparison | undefined;
    async function compare(inspection: Inspection): Promise<Finding[]> {
      if (!files) return [];
      comparison = await compareFiles(context, inspection, deep);
      return [judge(comparison)];
    }
    const stores = storeSettingsOf(config, dataDir);
    const { databaseUrl, blobUrl } = stores.location;
    if (files && offline && (databaseUrl ?? blobUrl) !== undefined) {
      throw new ValiseError(
        'usage',
        '--files has to ask the servers that databaseUrl and blobUrl name: leave out --offline.',
      );
    }
    const { env } = context;
    const doctorContext = { stores, config, env, clock: systemClock, isOffline: offline };
    findings.push(...(await examineInstallation(doctorContext, compare)));
    const worst = (['problem', 'warning'] as const).find((status) =>
      findings.some((finding) => finding.status === status),
    );
    const statusOfFiles = comparison?.isComplete === false ? exitStatus.failed : exitStatus.ok;
    return {
      json: { status: worst ?? 'ok', dataDir, findings, files: comparison },
      text: asText(dataDir, findings, comparison),
      status: worst === 'problem' ? exitStatus.check : statusOfFiles,
    };
  },
});

const statusWidth = 'problem'.length;

function asText(
  dataDir: string,
  findings: readonly Finding[],
  comparison: FileComparison | undefined,
): string {
  const checkWidth = Math.max(...findings.map(({ check }) => check.length));
  const indent = ' '.repeat(statusWidth + checkWidth + 4);
  const lines = findings.map(({ status, check, message, remedy }) => {
    const line = `${status.padEnd(statusWidth)}  ${check.padEnd(checkWidth)}  ${printableText(message)}\n`;
    return remedy === undefined ? line : `${line}${indent}${printableText(remedy)}\n`;
  });
  const affected = comparison === undefined ? '' : describeAffected(comparison);
  const count = (status: Finding['status']) =>
    findings.filter((finding) => finding.status === status).length;
  return `Looking at ${printableText(dataDir)}\n\n${lines.join('')}${affected}\n${counted(count('problem'), 'problem')}, ${counted(count('warning'), 'warning')}.\n`;
}

interface UsableSettings {
  dataDir: string;
  config: Config;
  findings: Finding[];
}

/** The settings, with the default in place of each invalid one, so that the rest can be checked. */
async function loadUsableSettings(
  context: CommandContext,
  settingFlags: readonly string[],
): Promise<UsableSettings> {
  const { env, cwd, defaultDataDir, readStandardInput } = context;
  const { dataDir, args } = locateData({
    args: settingFlags,
    env,
    cwd,
    defaultDir: defaultDataDir,
  });
  const input = { dataDir, args, env, cwd, readStandardInput };
  const { values, origins, problems } = await loadSettings(settings, input);
  const mistakes = [...problems, ...findContradictions(values, origins)];
  const verdicts =
    mistakes.length === 0
      ? [ok('Every setting has a value that it takes.')]
      : mistakes.map(({ field, problem: mistake }) =>
          problem(`${field} ${mistake}`, 'Mend it: the server does not start before.'),
        );
  return {
    dataDir,
    config: { ...defaultConfig(dataDir), ...values } as Config,
    findings: verdicts.map((verdict) => ({ check: 'settings', ...verdict })),
  };
}

function defaultConfig(dataDir: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.values(settings).map((setting) => [
      setting.name,
      'default' in setting ? setting.kind.read(setting.default, dataDir) : undefined,
    ]),
  );
}
