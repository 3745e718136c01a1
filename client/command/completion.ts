import { loadSenderCommands } from './commands.ts';
import { defineSenderCommand } from './define.ts';
import { completionFor, manPage, shells } from './describe.ts';
import { exitStatus, UsageError } from './exit-status.ts';

export const completion = defineSenderCommand({
  name: 'completion',
  summary: 'print what completes these commands in a shell, or their man page',
  about: 'SHELL is bash, zsh, fish or powershell; man prints the man page.',
  words: { name: 'SHELL', least: 1, most: 1, suggests: [...shells, 'man'] },
  options: {},
  examples: ['source <(valise completion bash)', 'valise completion man > valise.1'],
  async run({ stdout }, { words: [word] }) {
    const commands = await loadSenderCommands();
    const shell = shells.find((each) => each === word);
    if (shell !== undefined) stdout.write(completionFor(shell, commands));
    else if (word === 'man') stdout.write(manPage(commands));
    else throw new UsageError('SHELL must be bash, zsh, fish, powershell or man.');
    return exitStatus.ok;
  },
});
