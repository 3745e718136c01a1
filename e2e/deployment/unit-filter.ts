import { spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { readDocument } from './example.ts';

const filterProgram = join(import.meta.dirname, 'system-call-filter.py');

/** The command that runs another one under the system-call filter of the shipped unit. */
export function unitFilterCommand(): string[] {
  const unit = readDocument('deploy/valise.service');
  const errorName = /^SystemCallErrorNumber=(\w+)$/m.exec(unit)?.[1] ?? '';
  const errno = Object.entries(constants.errno).find(([name]) => name === errorName)?.[1];
  if (errno === undefined) throw new Error('The unit names no error for what it denies');
  const allowed = [...allowedCalls(unit)];
  return ['/usr/bin/python3', filterProgram, String(errno), allowed.join(',')];
}

/** The first line of a unit lists what is allowed; lines with a tilde take away from it. */
function allowedCalls(unit: string): Set<string> {
  const allowed = new Set<string>();
  for (const [, without, names = ''] of unit.matchAll(/^SystemCallFilter=(~?)(.*)$/gm)) {
    for (const call of names.split(' ').flatMap(expand)) {
      if (without === '~') allowed.delete(call);
      else allowed.add(call);
    }
  }
  return allowed;
}

/** A call itself, or every call of a group, as this machine's systemd knows it. */
function expand(name: string): string[] {
  if (!name.startsWith('@')) return [name];
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['syscall-filter', name], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`systemd-analyze does not know ${name}: ${stderr}`);
  const lines = stdout.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line !== '' && line !== name && !line.startsWith('#'))
    .flatMap(expand);
}
