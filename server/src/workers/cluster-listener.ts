import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { CoordinationHub } from '../coordination/cluster.ts';
import { slotLimitsOf } from '../compose/slot-limits.ts';
import { settings } from '../config/settings.ts';
import { sendWorkerConfig, workerConfigOf } from '../config/worker-config.ts';
import { ValiseError } from '../domain/model/valise-error.ts';
import { explainListenFault } from './app-listener.ts';
import { WorkerPool } from './worker-pool.ts';
import { heartbeatTimes } from './heartbeat.ts';
import type { Listener, PreparedListener, ListenerParts } from './listener.ts';

/** A worker that has not ended so long after its requests were cut off hangs, and is killed. */
const hangMs = 5_000;
/** How often a free port is looked for: another program may be quicker to take the one found. */
const portTries = 5;

/**
 * Takes requests in so many worker processes, and keeps for them what they have in common. The
 * first starts at once, and loads the program while this process opens the data.
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
  const hub = new CoordinationHub(installation.clock, slotLimitsOf(parts.config), pool);
  let { tls } = parts;
  const config = sendWorkerConfig({ ...workerConfigOf(settings, parts.config), port });
  const url = await pool.begin({
    log,
    heartbeat: heartbeatTimes(parts.config.workerTimeout),
    mustNotBeEmpty: passedSocket !== undefined,
    workerOptions: (number) => ({ number, dataDir, config, tls, passedSocket }),
    hub,
    answers: {
      ensureBucket: (bucket) => installation.keys.keyRing.ensure(bucket),
      health: () => parts.health(),
    },
  });
  return {
    url,

    coordination: hub.coordination,

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

    end: () => pool.end(),
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
