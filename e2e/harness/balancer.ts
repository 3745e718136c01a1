import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { adaptExample, readDocument } from '../deployment/example.ts';
import { eventually } from './eventually.ts';
import { exchange } from './exchange.ts';

const program = '/usr/sbin/haproxy';

/** Why tests cannot start a balancer, for the option `skip` of a test; false where they can. */
export const missingBalancer: string | false =
  spawnSync(program, ['-v'], { stdio: 'ignore' }).status !== 0 && `${program} was not found`;

export interface Balancer {
  readonly url: string;
  /** Resolves when it sends requests to a node that is ready. */
  untilReady(): Promise<void>;
  end(): Promise<void>;
}

/**
 * Starts HAProxy in front of nodes. Each request goes to a random node that is ready; where none is, to any,
 * whose own answer tells clients when to come back.
 */
export async function startBalancer(
  folder: string,
  listen: string,
  nodes: readonly string[],
): Promise<Balancer> {
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, configure(listen, nodes));
  // It ends with the test process, however that ends.
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', program, '-db', '-f', file], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = `${output}${text}`.slice(-10_000);
    });
  }
  const ended = once(child, 'exit');
  const url = `http://${listen}`;

  async function isReady(): Promise<true | undefined> {
    if (child.exitCode !== null) throw new Error(`HAProxy ended:\n${output}`);
    const answer = await exchange(url, { path: '/readyz' }).catch(() => undefined);
    return answer?.status === 200 ? true : undefined;
  }

  return {
    url,
    async untilReady() {
      await eventually('a node is ready', isReady);
    },
    async end() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await ended;
      }
    },
  };
}

const certificate = 'ssl crt /etc/haproxy/certs/files.example.com.pem alpn http/1.1';
const exampleNodes = '    server node1 10.0.0.11:8080\n    server node2 10.0.0.12:8080\n';

/** The documented example without TLS, with more nodes, and with requests spread at random. */
function configure(listen: string, nodes: readonly string[]): string {
  return adaptExample('deploy/haproxy.cfg', [
    [/^frontend valise_plain\n(?:.+\n)+/m.exec(readDocument('deploy/haproxy.cfg'))?.[0] ?? '-', ''],
    ['log /dev/log local0', 'nbthread 1'],
    ['    log global\n', ''],
    ['    user haproxy\n    group haproxy\n    chroot /var/lib/haproxy\n', ''],
    [`    bind [::]:443 v6only ${certificate}\n`, ''],
    [`bind :443 ${certificate}`, `bind ${listen}`],
    ['X-Forwarded-Proto https', 'X-Forwarded-Proto http'],
    ['balance leastconn', 'balance random'],
    [exampleNodes, nodes.map((node, at) => `    server node${at + 1} ${node}\n`).join('')],
  ]);
}
