import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerProcess } from '../server-process.ts';
import { startServerProcess } from '../server-process.ts';

/** What the one route answers, every time. */
export interface Answer {
  path: string;
  headers: Record<string, string>;
  /** Sent as JSON, which the route writes anew for each request. */
  body: unknown;
}

/** The least that a JSON call can cost on the same framework. */
export async function startBareFastify(dir: string, answer: Answer): Promise<ServerProcess> {
  await mkdir(dir, { recursive: true });
  const answerFile = join(dir, 'answer.json');
  await writeFile(answerFile, JSON.stringify(answer));
  return await startServerProcess({
    name: 'bare Fastify',
    command: process.execPath,
    args: [join(import.meta.dirname, 'bare-fastify-server.ts'), answerFile],
    logFile: join(dir, 'output.log'),
    findUrl: (log) => /listening at (\S+)/.exec(log)?.[1],
  });
}
