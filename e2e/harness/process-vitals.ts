import { readFile, readdir, readlink, writeFile } from 'node:fs/promises';

/** What Linux counts times of processes in, on every machine it has been built for in years. */
const millisecondsPerTick = 10;

/** A process and all that it has started, and they in turn: a server may be several. */
export async function processTree(pid: number): Promise<number[]> {
  const children = await findProcFile(`/proc/${pid}/task/${pid}/children`);
  const started = (children ?? '').split(' ').filter((child) => child.trim() !== '');
  return [pid, ...(await Promise.all(started.map(Number).map(processTree))).flat()];
}

/** The worker processes of a server; none where it is one process. */
export async function workersOf(pid: number): Promise<number[]> {
  return (await processTree(pid)).slice(1);
}

/** Whether a process still runs: one that has ended and that nobody has asked after does not. */
export async function isAlive(pid: number): Promise<boolean> {
  const stat = await findProcFile(`/proc/${pid}/stat`);
  return stat !== undefined && !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
}

/**
 * How many files and sockets a server has open, in all its processes. Pipes and the like are not
 * counted: they belong to threads, which come with the first work for them, and stay.
 */
export async function openHandles(pid: number): Promise<number> {
  return await sum(pid, async (member) => {
    const folder = `/proc/${member}/fd`;
    const links = await Promise.all(
      (await readdir(folder)).map((name) => findLink(`${folder}/${name}`)),
    );
    return links.filter((link) => link !== undefined && /^(?:\/|socket:)/.test(link)).length;
  });
}

/** The ports of clients whose connections to a port of 127.0.0.1 this machine holds open (`ESTABLISHED`). */
export async function connectedPorts(port: number): Promise<Set<number>> {
  const held = new Set<number>();
  for (const line of (await readFile('/proc/net/tcp', 'utf8')).split('\n').slice(1)) {
    const [, local = '', remote = '', state] = line.trim().split(/\s+/);
    if (state === '01' && portOf(local) === port) held.add(portOf(remote));
  }
  return held;
}

/** How many bytes clients have sent to a port of 127.0.0.1 that its server has not read yet. */
export async function unreadBytes(port: number): Promise<number> {
  let unread = 0;
  for (const line of (await readFile('/proc/net/tcp', 'utf8')).split('\n').slice(1)) {
    const [, local = '', remote = '', , queues = ''] = line.trim().split(/\s+/);
    const [unsent = '0', unreadHere = '0'] = queues.split(':');
    if (portOf(local) === port) unread += Number.parseInt(unreadHere, 16);
    if (portOf(remote) === port) unread += Number.parseInt(unsent, 16);
  }
  return unread;
}

function portOf(address: string): number {
  return Number.parseInt(address.slice(address.indexOf(':') + 1), 16);
}

/** The memory a server takes up now (`VmRSS`), or its processes took at their highest (`VmHWM`). */
export async function residentBytes(
  pid: number,
  figure: 'VmRSS' | 'VmHWM' = 'VmRSS',
): Promise<number> {
  return await sum(pid, async (member) => {
    const status = await readFile(`/proc/${member}/status`, 'utf8');
    const kilobytes = new RegExp(`^${figure}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
    if (kilobytes === undefined) throw new Error(`/proc/${member}/status names no ${figure}`);
    return Number(kilobytes) * 1024;
  });
}

/** How long a server has worked, on whatever core, in milliseconds. */
export async function processorMs(pid: number): Promise<number> {
  return await sum(pid, async (member) => {
    const stat = await readFile(`/proc/${member}/stat`, 'utf8');
    // The name before it may hold blanks; of what follows, 12 and 13 are the times in user and in kernel mode.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * millisecondsPerTick;
  });
}

/** Lets the highest memory be counted from what is taken up now. */
export async function forgetHighestMemory(pid: number): Promise<void> {
  for (const member of await processTree(pid)) await writeFile(`/proc/${member}/clear_refs`, '5');
}

async function sum(pid: number, figureOf: (member: number) => Promise<number>): Promise<number> {
  const figures = await Promise.all((await processTree(pid)).map(figureOf));
  return figures.reduce((total, figure) => total + figure, 0);
}

/** Undefined when the process has ended. */
async function findProcFile(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ESRCH') return undefined;
    throw error;
  }
}

/** Undefined when it was closed meanwhile. */
async function findLink(path: string): Promise<string | undefined> {
  try {
    return await readlink(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
