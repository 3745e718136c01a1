import { readFile, readdir } from 'node:fs/promises';

/** The kernel counts a process's time in this unit towards programs, whatever it does inside. */
const ticksPerSecond = 100;

interface ProcessStat {
  pid: number;
  parent: number;
  /** Its own time, and that of the children it has seen the end of. */
  cpuSeconds: number;
}

/** Processor time that a server has used since its start, with all its processes. */
export async function readCpuSeconds(pid: number): Promise<number> {
  const tree = await readProcessTree(pid);
  return tree.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
}

/** Memory of a server now, with all its processes. The program that they share counts once. */
export async function readRssBytes(pid: number): Promise<number> {
  return await sumTogether(pid, 'VmRSS');
}

/** The most memory that each of a server's processes ever had, added up; what they share, once. */
export async function readPeakRssBytes(pid: number): Promise<number> {
  return await sumTogether(pid, 'VmHWM');
}

/** Memory now of the largest of a server's processes: a worker, where it has workers. */
export async function readLargestRssBytes(pid: number): Promise<number> {
  return Math.max(...(await readStatusBytes(pid, 'VmRSS')));
}

type StatusField = 'VmRSS' | 'VmHWM' | 'RssFile';

/** Pages of files are the same for all: the largest has those of the others, too. */
async function sumTogether(pid: number, field: StatusField): Promise<number> {
  const whole = sum(await readStatusBytes(pid, field));
  const ofFiles = await readStatusBytes(pid, 'RssFile');
  return whole - sum(ofFiles) + Math.max(...ofFiles);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

async function readStatusBytes(pid: number, field: StatusField): Promise<number[]> {
  const tree = await readProcessTree(pid);
  return await Promise.all(
    tree.map(async ({ pid: member }) => {
      const status = await findProcFile(`/proc/${member}/status`);
      const kibibytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status ?? '')?.[1];
      return Number(kibibytes ?? 0) * 1024;
    }),
  );
}

async function readProcessTree(root: number): Promise<ProcessStat[]> {
  const names = await readdir('/proc');
  const stats = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(findStat));
  const alive = stats.filter((stat) => stat !== undefined);
  const tree = alive.filter(({ pid }) => pid === root);
  if (tree.length === 0) throw new Error(`Process ${root} is gone`);
  // The list grows while it is walked: every process brings its children.
  for (const { pid } of tree) tree.push(...alive.filter(({ parent }) => parent === pid));
  return tree;
}

async function findStat(pid: string): Promise<ProcessStat | undefined> {
  const text = await findProcFile(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // The program's name comes second, in brackets, and may hold anything; what follows is numbers.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { pid: Number(pid), parent: Number(fields[1]), cpuSeconds: ticks / ticksPerSecond };
}

/** Undefined when the process ended meanwhile. */
async function findProcFile(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ESRCH') return undefined;
    throw error;
  }
}
