import { jsonOption, defineCommand } from '../cli-kit/define-command.ts';
import { exitStatus } from '../cli-kit/exit-status.ts';
import { printJson } from '../cli-kit/print.ts';
import { readProgramVersion } from '../platform/program-version.ts';

export const version = defineCommand({
  name: 'version',
  summary: 'print the version',
  about: 'Also says of which commit it is, and which Node runs it.',
  options: { json: jsonOption },
  examples: ['version', 'version --json'],
  async run(context, { options }) {
    const { version: valise, commit } = await readProgramVersion();
    const { node } = process.versions;
    if (options.json) printJson(context, { version: valise, commit, node });
    else context.stdout.write(`Valise ${valise} (commit ${commit}) on Node ${node}\n`);
    return exitStatus.ok;
  },
});
