import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerProcess } from '../server-process.ts';
import { startServerProcess } from '../server-process.ts';

/** What the one route answers, every time. */
export interface Answer {
  path: string;
  headers: Record<string, string>;
  /** JSON is parsed, and written anew for each request; anything else is sent as it is. */
  body: string;
}

/** The least that an answer can cost on the same framework. */
export async function startBareFastify(
  dir: string,
  answer: Answer,
  timing: { settleMs?: number } = {},
): Promise<ServerProcess> {
  await mkdir(dir, { recursive: true });
  const answerFile = join(dir, 'answer.json');
  await writeFile(answerFile, JSON.stringify(answer));
  return await startServerProcess({
    name: 'bare Fastify',
    command: process.execPath,
    args: [join(import.meta.dirname, 'bare-fastify-server.ts'), answerFile],
    logFile: join(dir, 'output.log'),
    findUrl: (log) => /listening at (\S+)/.exec(log)?.[1],
    ...timing,
  });
}
