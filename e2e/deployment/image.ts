import { execFile } from 'node:child_process';
import { cp, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readDocument } from './example.ts';

const root = join(import.meta.dirname, '../..');

/** The instructions of deploy/Dockerfile: a word, and the rest of its lines. */
const instructions = readDocument('deploy/Dockerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => {
    const [, word = '', rest = ''] = /^(\w+) (.*)$/.exec(line) ?? [];
    return { word, rest: rest.trim() };
  });

export function instructionsOf(word: string): string[] {
  return instructions.filter((each) => each.word === word).map(({ rest }) => rest);
}

/** The words of an instruction that has a command in JSON. */
export function commandOf(word: string): string[] {
  const [rest = ''] = instructionsOf(word);
  return JSON.parse(rest.slice(rest.indexOf('['))) as string[];
}

/** What the image copies from the program's folder, and what it leaves out of that. */
export const copied = instructionsOf('COPY').flatMap((rest) => rest.split(/ +/).slice(0, -1));
export const ignoreRules = readDocument('deploy/Dockerfile.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
const leftOut = ignoreRules
  .filter((rule) => rule.startsWith('**/*'))
  .map((rule) => rule.slice('**/*'.length));

/** The program's folder as the image has it, but for packages that only development needs. */
export async function makeProgramFolder(folder: string): Promise<void> {
  await mkdir(folder);
  for (const name of copied) {
    await cp(join(root, name), join(folder, name), {
      recursive: true,
      filter: (path) => !leftOut.some((ending) => path.endsWith(ending)),
    });
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const command of instructionsOf('RUN').filter((each) => each.startsWith('node '))) {
    await promisify(execFile)(process.execPath, command.split(' ').slice(1), { cwd: folder });
  }
}
