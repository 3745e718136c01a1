import { jsonOption, defineCommand } from '../cli-kit/define-command.ts';
import { readProgramVersion } from '../platform/program-version.ts';

export const version = defineCommand({
  name: 'version',
  summary: 'print the version',
  about: 'Also says of which commit it is, and which Node runs it.',
  options: { json: jsonOption },
  examples: ['version', 'version --json'],
  async run() {
    const { version: valise, commit } = await readProgramVersion();
    const { node } = process.versions;
    return {
      json: { version: valise, commit, node },
      text: `Valise ${valise} (commit ${commit}) on Node ${node}\n`,
    };
  },
});
