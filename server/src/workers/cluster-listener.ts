import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { createServer } from 'node:net';

import { settings } from '../config/settings.ts';
import { sendWorkerConfig, slotLimitsOf, workerConfigOf } from '../config/worker-config.ts';
import { CoordinationHub } from '../coordination/cluster.ts';
import { ValiseError } from '../domain/model/valise-error.ts';
import { explainListenFault } from './listener.ts';
import { heartbeatTimes } from './worker-protocol.ts';
import type { Listener, ListenerParts, PreparedListener } from './listener.ts';
import { WorkerPool } from './worker-pool.ts';

/** A worker that has not ended this long after its requests were cut hangs, and is killed. */
const hangMs = 5_000;
/** How many free ports are tried: another program may take the one found. */
const portTries = 5;

/**
 * Serves requests in worker processes, and keeps what they share. The first starts at once, and loads the
 * program while this process opens the data.
 */
export function prepareWorkerPool(size: number): PreparedListener {
  const pool = new WorkerPool(size);
  return {
    open: (parts) => openClusterListener(parts, pool),
    dismiss: () => pool.end(),
  };
}

async function openClusterListener(parts: ListenerParts, pool: WorkerPool): Promise<Listener> {
  const { config } = parts;
  if (parts.passedSocket !== undefined) return await openOn(parts, pool, config.port);
  for (let tries = 1; ; tries += 1) {
    const port = config.port === 0 ? await findFreePort(config.host) : config.port;
    try {
      return await openOn(parts, pool, port);
    } catch (error) {
      const isTaken = error instanceof ValiseError && error.code === 'address_in_use';
      if (config.port !== 0 || !isTaken || tries === portTries) throw error;
    }
  }
}

async function openOn(parts: ListenerParts, pool: WorkerPool, port: number): Promise<Listener> {
  const { installation, dataDir, log, passedSocket } = parts;
  const limits = slotLimitsOf(parts.config);
  const hub = new CoordinationHub(installation.clock, limits, pool);
  // Loaded only now: the first worker starts before.
  const { composeCoordination } = await import('../compose/coordination.ts');
  const { coordination, close } = await composeCoordination(installation, {
    limits,
    log,
    ofServer: () => hub.coordination,
  });
  let { tls } = parts;
  const config = sendWorkerConfig({ ...workerConfigOf(settings, parts.config), port });
  const ringKey = installation.keys.ringKey.toString('base64');
  let url;
  try {
    url = await pool.begin({
      log,
      heartbeat: heartbeatTimes(parts.config.workerTimeout),
      mustNotBeEmpty: passedSocket !== undefined,
      workerOptions: (number) => ({ number, dataDir, config, ringKey, tls, passedSocket }),
      hub,
      answers: {
        async ensureBucket(bucket) {
          await installation.keys.keyRing.ensure(bucket);
        },
        health: () => parts.health(),
      },
    });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    url,

    coordination,

    collectMetrics: () => pool.collectMetrics(),

    async useTls(identity) {
      tls = identity;
      await pool.tellAll('useTls', identity);
    },

    close: (whenRefusing) => pool.close(whenRefusing),

    cutOff() {
      setTimeout(() => void pool.end(), hangMs).unref();
      pool.tellAll('cutOff', null).catch((error: unknown) => {
        log.error({ err: error }, 'a worker could not be told to cut off its requests');
      });
    },

    async end() {
      await pool.end();
      // The jobs have ended by then, too.
      await close();
    },
  };
}

/** A port that is the same for every worker, also for one that is started when all others are gone. */
async function findFreePort(host: string): Promise<number> {
  const probe = createServer().listen(0, host);
  try {
    await once(probe, 'listening');
  } catch (error) {
    throw explainListenFault(error, { host, port: 0 });
  }
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** About as long as it takes another process to wake up and accept. */
const momentMs = 0.1;
const longestMs = 0.3;

/**
 * Workers share one listening socket, and Node accepts everything that waits there in one go: one worker
 * would get most of several concurrent connections. So a worker that accepts one while it has others pauses
 * for a moment, and one that has fewer accepts the next. It blocks its thread on purpose: a timer would let Node
 * accept the rest first (decision 0037, worker processes).
 */
export function spreadConnections(server: Server): void {
  const neverWoken = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  let others = 0;
  server.prependListener('connection', (socket) => {
    if (others > 0) Atomics.wait(neverWoken, 0, 0, Math.min(others * momentMs, longestMs));
    others += 1;
    socket.once('close', () => {
      others -= 1;
    });
  });
}

/** The descriptor of the first socket that systemd passes (sd_listen_fds). */
const firstPassed = 3;

/**
 * The listening socket that systemd has opened for this process, if any: it stays open while the
 * server restarts, so that connections wait in place of being refused.
 */
export function findPassedSocket(
  env: Readonly<Record<string, string | undefined>>,
  pid: number,
): number | undefined {
  // The variables are inherited; they are meant for the process whose id they name.
  if (env['LISTEN_PID'] !== String(pid)) return undefined;
  return Number(env['LISTEN_FDS']) >= 1 ? firstPassed : undefined;
}
