import { readFile } from 'node:fs/promises';
import { jsonOption, defineCommand } from '../cli-kit/define-command.ts';
import { exitStatus } from '../cli-kit/exit-status.ts';
import { printJson } from '../cli-kit/print.ts';

const packageFile = new URL('../../../package.json', import.meta.url);

export const version = defineCommand({
  name: 'version',
  summary: 'print the version',
  about: 'Also says which Node runs it.',
  options: { json: jsonOption },
  examples: ['version', 'version --json'],
  async run(context, { options }) {
    const { version: valise } = JSON.parse(await readFile(packageFile, 'utf8')) as {
      version: string;
    };
    const { node } = process.versions;
    if (options.json) printJson(context, { version: valise, node });
    else context.stdout.write(`Valise ${valise} on Node ${node}\n`);
    return exitStatus.ok;
  },
});
