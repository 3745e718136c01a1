import { systemClock } from '../../system-clock.ts';
import { jsonOption } from '../command-options.ts';
import { defineCommand } from '../define-command.ts';
import { exitStatus } from '../exit-status.ts';
import { counted, printJson } from '../print.ts';
import { printableText } from '../printable-text.ts';
import { examineInstallation } from './examine-installation.ts';
import type { Finding } from './finding.ts';
import { loadUsableSettings } from './load-usable-settings.ts';

export const doctor = defineCommand({
  name: 'doctor',
  summary: 'look for what is wrong with this installation',
  about: `Looks at the settings, Node, the data folder, the keys, the database, the audit trail, free space,
the clock, the public address and TLS, and says for each what it means and how to mend it. A
problem keeps Valise from working safely; a warning deserves a look. The server may be running.`,
  options: { json: jsonOption },
  examples: ['doctor', 'doctor --json --data /srv/valise'],
  async run(context, given) {
    const { dataDir, config, findings } = await loadUsableSettings(context, given.settingFlags);
    findings.push(...(await examineInstallation({ dataDir, config, clock: systemClock })));
    const worst = (['problem', 'warning'] as const).find((status) =>
      findings.some((finding) => finding.status === status),
    );
    if (given.options.json) printJson(context, { status: worst ?? 'ok', dataDir, findings });
    else context.stdout.write(asText(dataDir, findings));
    return worst === 'problem' ? exitStatus.check : exitStatus.ok;
  },
});

const statusWidth = 'problem'.length;

function asText(dataDir: string, findings: readonly Finding[]): string {
  const checkWidth = Math.max(...findings.map(({ check }) => check.length));
  const indent = ' '.repeat(statusWidth + checkWidth + 4);
  const lines = findings.map(({ status, check, message, remedy }) => {
    const line = `${status.padEnd(statusWidth)}  ${check.padEnd(checkWidth)}  ${printableText(message)}\n`;
    return remedy === undefined ? line : `${line}${indent}${printableText(remedy)}\n`;
  });
  const count = (status: Finding['status']) =>
    findings.filter((finding) => finding.status === status).length;
  return `Looking at ${printableText(dataDir)}\n\n${lines.join('')}\n${counted(count('problem'), 'problem')}, ${counted(count('warning'), 'warning')}.\n`;
}
