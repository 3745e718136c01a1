import { readFile, readdir } from 'node:fs/promises';

/** How many files, sockets and pipes a process has open. */
export async function openHandles(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`)).length;
}

/** The memory a process takes up now (`VmRSS`), or took at its highest (`VmHWM`). */
export async function residentBytes(
  pid: number,
  figure: 'VmRSS' | 'VmHWM' = 'VmRSS',
): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kilobytes = new RegExp(`^${figure}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
  if (kilobytes === undefined) throw new Error(`/proc/${pid}/status names no ${figure}`);
  return Number(kilobytes) * 1024;
}
