import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Bench, Case } from './cases/case.ts';
import type { Contestant } from './contest.ts';
import type { HostKind } from './file-host.ts';
import { UsageError } from './options.ts';

/**
 * The same cases with the Valise of another checkout in place of the references, so that two versions meet in the same
 * rounds. Each version is measured by the cases of its own checkout. Those that the other does not have are left out.
 */
export async function casesBeside(otherDir: string, ours: readonly Case[]): Promise<Case[]> {
  const theirs = await importFrom<{ cases: readonly Case[] }>(otherDir, 'bench/cases/cases.ts');
  const host = await importFrom<{ valiseHost: HostKind }>(otherDir, 'bench/valise-host.ts');
  return ours.flatMap((own) => {
    const other = theirs.cases.find(({ name }) => name === own.name);
    if (other === undefined) return [];
    return [{ ...own, start: (bench: Bench) => startBoth(own, other, bench, host.valiseHost) }];
  });
}

async function startBoth(
  own: Case,
  other: Case,
  bench: Bench,
  otherHost: HostKind,
): Promise<Contestant[]> {
  const ownHosts = bench.hosts.slice(0, 1);
  const first = await onlyFirst(await own.start({ ...bench, hosts: ownHosts }));
  const second = await onlyFirst(await other.start({ ...bench, hosts: [otherHost] }));
  return [
    { ...first, name: 'this' },
    { ...second, name: 'other' },
  ];
}

/** Valise comes first. A reference that was started beside it is stopped. */
async function onlyFirst([first, ...others]: readonly Contestant[]): Promise<Contestant> {
  if (first === undefined) throw new Error('A case has nobody to measure');
  const unused = new Set(others.flatMap(({ server }) => server ?? []));
  for (const server of unused) if (server !== first.server) await server.stop();
  return first;
}

async function importFrom<Module>(otherDir: string, path: string): Promise<Module> {
  const file = join(resolve(otherDir), path);
  try {
    return (await import(pathToFileURL(file).href)) as Module;
  } catch (error) {
    throw new UsageError(`${otherDir} is no checkout that can be measured: ${String(error)}`);
  }
}
