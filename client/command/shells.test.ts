import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { loadSenderCommands } from './commands.ts';
import type { Shell } from './describe.ts';
import { completionFor } from './describe.ts';

const commands = await loadSenderCommands();

/** What a shell offers for the last of some words. */
type Complete = (...words: string[]) => string[];

function without(program: string): false | string {
  const isThere = spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
  return isThere ? false : `${program} is not installed`;
}

function linesOf(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): string[] {
  const options = { encoding: 'utf8', env: { ...process.env, ...env }, timeout: 20_000 } as const;
  const { status, stdout, stderr } = spawnSync(command, args, options);
  assert.equal(status, 0, stderr);
  return stdout.split(/\r?\n/).filter((line) => line !== '');
}

async function writeScript(context: TestContext, shell: Shell, name: string) {
  const folder = await mkdtemp(join(tmpdir(), 'valise-completion-'));
  context.after(() => rm(folder, { recursive: true }));
  const path = join(folder, name);
  await writeFile(path, completionFor(shell, commands));
  return { folder, path };
}

/**
 * Presses the tabulator in a zsh on a terminal of its own, and prints what is offered: completion runs nowhere else.
 * The shell ends itself after the offer.
 */
const pressTab = `
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'source "$SETUP"'
while zpty -r shell line && [[ $line != *ready* ]]; do :; done
zpty -w -n shell "$ASKED"$'\\t'
while zpty -r shell line && [[ $line != *no-more* ]]; do
  [[ $line == *offered:* ]] && print -r -- \${\${line##*offered:}%%[[:cntrl:]]*}
done
exit 0
`;

const setUp = (load: string) => `
PROMPT=
unset zle_bracketed_paste
unsetopt prompt_cr prompt_sp
${load}
finish() { print; print no-more; exit }
comppostfuncs=(finish)
bindkey '^I' complete-word
compadd() {
  # Some calls only ask what would be offered.
  if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then
    builtin compadd "$@"
    return
  fi
  local -a offered
  builtin compadd -O offered "$@"
  print -rl -- '' offered:$^offered
}
print ready
`;

async function openZsh(context: TestContext, way: 'sourced' | 'in fpath'): Promise<Complete> {
  const { folder, path } = await writeScript(context, 'zsh', '_valise');
  const init = 'autoload -Uz compinit; compinit -D -u';
  const load =
    way === 'sourced' ? `${init}; source '${path}'` : `fpath=('${folder}' $fpath); ${init}`;
  const setup = join(folder, 'setup');
  await writeFile(setup, setUp(load));
  return (...words) =>
    linesOf('zsh', ['-f', '-c', pressTab], { SETUP: setup, ASKED: words.join(' ') });
}

async function openFish(context: TestContext): Promise<Complete> {
  const { path } = await writeScript(context, 'fish', 'valise.fish');
  return (...words) => {
    const asked = `source '${path}'; complete -C '${words.join(' ')}'`;
    // What it is comes behind a tabulator.
    return linesOf('fish', ['--no-config', '-c', asked]).map((line) => line.split('\t')[0] ?? '');
  };
}

function checkOffers(complete: Complete): void {
  assert.deepEqual(complete('valise', 'w').sort(), ['watch', 'whoami']);
  assert.deepEqual(complete('valise', 'send', '--me'), ['--message']);
  assert.deepEqual(complete('valise', 'send', '--notify', '').sort(), ['mail', 'none']);
  assert.deepEqual(complete('valise', 'completion', 'fi'), ['fish']);
}

describe('a completion, in its shell', () => {
  for (const way of ['sourced', 'in fpath'] as const) {
    test(`zsh, ${way}`, { skip: without('zsh') }, async (t) => {
      checkOffers(await openZsh(t, way));
    });
  }

  test('fish', { skip: without('fish') }, async (t) => {
    checkOffers(await openFish(t));
  });
});

// No Debian package has PowerShell.
test('the script for PowerShell is balanced, and its texts are whole', () => {
  const script = completionFor('powershell', commands);
  const texts = /'[^']*'|"[^"\n]*"/g;
  const bare = script.replaceAll(texts, '').replaceAll(/#.*/g, '');
  assert.doesNotMatch(bare, /['"]/);
  const open: string[] = [];
  const closing: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
  for (const [mark] of bare.matchAll(/[()[\]{}]/g)) {
    const opening = closing[mark];
    if (opening === undefined) open.push(mark);
    else assert.equal(open.pop(), opening);
  }
  assert.deepEqual(open, []);
  for (const [text] of script.matchAll(/'[^']*'/g)) assert.match(text, /^'[\w. -]*'$/);
});
