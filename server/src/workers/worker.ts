/**
 * A worker of a server: started, told what to do and ended by the process that keeps the crew. It
 * knows nothing but what it is told. It ends with who started it: `node:cluster` sees to that.
 */
import { flushCompileCache } from 'node:module';
import { composeApp } from '../compose/app.ts';
import type { ByteReservations } from '../domain/transfers/byte-reservations.ts';
import { createByteReservations } from '../domain/transfers/byte-reservations.ts';
import type { PeerAnswers, Peers } from '../domain/ports/peers.ts';
import type { TransferSlots } from '../domain/transfers/transfer-slots.ts';
import type { RateCounter, RateCounterName } from '../domain/ports/rate-counter.ts';
import { lookPatienceMs } from '../health/bounded-look.ts';
import { dataPaths, openInstallation } from '../compose/installation.ts';
import { loadBrand } from '../brand/load-brand.ts';
import { createLog } from '../platform/logging.ts';
import { joinWorkers } from '../compose/server-lock.ts';
import { systemClock } from '../platform/system-clock.ts';
import { systemRandomness } from '../platform/system-randomness.ts';
import { openAppListener } from './app-listener.ts';
import type { AppListener } from './listener.ts';
import type { Channel } from './rpc.ts';
import { openRpc } from './rpc.ts';
import type { MainAnswers, WorkerAnswers, WorkerOptions } from './worker-protocol.ts';
import { spreadConnections } from './spread-connections.ts';

/** How often it looks whether keys were destroyed, so that none stays in memory for long. */
const keyCheckMs = 60_000;

// A terminal and systemd signal every process; what is to be done, only the one in charge says.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);

// Warnings of Node go there; with the reader gone, they must not end the worker.
process.stderr.on('error', () => undefined);

/** Held for as long as this process lives. */
let lock: ReturnType<typeof joinWorkers> | undefined;
let peerAnswers: PeerAnswers | undefined;
let takingRequests: AppListener | undefined;

const rpc = openRpc<MainAnswers>(channelToMain(), {
  begin,
  ping: () => undefined,
  useTls: (identity) => getListener().useTls(identity),
  close,
  cutOff() {
    getListener().cutOff();
  },
  isUploading: (accountId) => getPeerAnswers().isUploading(accountId),
  isWriting: (id) => getPeerAnswers().isWriting(id),
  interrupt: (id) => getPeerAnswers().interrupt(id),
  oldestUpload: (nothing) => getPeerAnswers().oldestUpload(nothing),
  renewTokens: (nothing) => getPeerAnswers().renewTokens(nothing),
  takeTokenUses: (accountId) => getPeerAnswers().takeTokenUses(accountId),
} satisfies WorkerAnswers);

async function begin({
  number,
  dataDir,
  config,
  tls,
  passedSocket,
}: WorkerOptions): Promise<string> {
  lock ??= joinWorkers(dataPaths(dataDir).workersLock);
  const log = createLog(config, process.stdout).child({ worker: number });
  const installation = await openInstallation(
    { dataDir, keyDir: config.keyDir, clock: systemClock, randomness: systemRandomness },
    { create: false, ensureElsewhere: (bucket) => rpc.call('ensureBucket', bucket) },
  );
  setInterval(() => installation.keys.keyRing.buckets(), keyCheckMs).unref();
  const context = {
    peers: peersThroughMain(),
    counters: {
      signIns: counter('signIns'),
      links: counter('links'),
      linkRequests: counter('linkRequests'),
      requests: counter('requests'),
    },
    slots: slotsInMain(),
    reservations: reservationsInMain(),
    askServer: () => rpc.call('health', null, lookPatienceMs),
  };
  const brand = await loadBrand(config);
  const options = { log, tls, context, brand };
  const { app, answers } = await composeApp(installation, config, options);
  peerAnswers = answers;
  await rpc.call('joinPeers', null);
  spreadConnections(app.server);
  takingRequests = await openAppListener(app, config, passedSocket);
  // Node would do it at the end, but a worker is killed.
  flushCompileCache();
  return takingRequests.url;
}

async function close(): Promise<void> {
  const refusing = Promise.withResolvers<undefined>();
  const closed = getListener().close(() => {
    refusing.resolve(undefined);
  });
  closed.then(() => rpc.call('hasClosed', null)).catch(refusing.reject);
  await refusing.promise;
}

function getListener(): AppListener {
  if (takingRequests === undefined) throw new Error('This worker takes no requests yet');
  return takingRequests;
}

function getPeerAnswers(): PeerAnswers {
  if (peerAnswers === undefined) throw new Error('This worker is nobody’s peer yet');
  return peerAnswers;
}

function peersThroughMain(): Peers {
  return {
    ask: async (method, params) => (await rpc.call('callPeers', { method, params })) as never[],
  };
}

function slotsInMain(): TransferSlots {
  return {
    async take(claim) {
      const ticket = await rpc.call('takeSlot', claim);
      return () => {
        // That it did not arrive is what the end of the line tells: then all slots are released.
        rpc.call('releaseSlot', ticket).catch(() => undefined);
      };
    },
  };
}

function reservationsInMain(): ByteReservations {
  return createByteReservations({
    reserve: (claim) => rpc.call('reserveBytes', claim),
    release(id) {
      // That it did not arrive is what the end of the line tells: then all reservations are released.
      rpc.call('releaseBytes', id).catch(() => undefined);
    },
  });
}

function counter(name: RateCounterName): RateCounter {
  return { count: (keys) => rpc.call('count', { counter: name, keys }) };
}

function channelToMain(): Channel {
  return {
    send(message) {
      // That it did not arrive is what the end of the line tells.
      process.send?.(message, undefined, undefined, () => undefined);
    },
    onMessage(listener) {
      process.on('message', listener);
    },
    onClose(listener) {
      process.once('disconnect', listener);
    },
  };
}
