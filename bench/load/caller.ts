import type { Contestant } from '../contest.ts';
import type { ServerProcess } from '../server-process.ts';
import type { LoadRequest } from './load.ts';
import { load } from './load.ts';

interface Calls {
  name: string;
  server: ServerProcess;
  request: LoadRequest;
  connections: number;
  seconds: number;
}

/** A contestant that is asked the same thing over and over. */
export function caller({ name, server, request, connections, seconds }: Calls): Contestant {
  return {
    name,
    server,
    async run() {
      const until = { seconds };
      const result = await load({ url: server.url, request, connections, until });
      return {
        work: result.answers,
        seconds: result.seconds,
        clientCpuSeconds: result.cpuSeconds,
        p50Seconds: result.p50Seconds,
        p95Seconds: result.p95Seconds,
        p99Seconds: result.p99Seconds,
      };
    },
  };
}
