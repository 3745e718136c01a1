import cluster from 'node:cluster';
import type { ClusterSettings, Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import type { Logger } from 'pino';
import type { CoordinationHub, HubAnswers, Members } from '../coordination/cluster.ts';
import type { WorkAnswers } from '../coordination/process-coordination.ts';
import { isUnavailable } from '../domain/model/valise-error.ts';
import type { Collected } from '../metrics/merge-snapshots.ts';
import type { MetricSnapshot } from '../metrics/snapshot.ts';
import { backoffMs } from '../platform/concurrency/concurrency.ts';
import { processTransport } from '../platform/rpc/processes.ts';
import { RpcClosed, openRpc } from '../platform/rpc/rpc.ts';
import type { Rpc } from '../platform/rpc/rpc.ts';
import type {
  HeartbeatTimes,
  MainAnswers,
  WorkerAnswers,
  WorkerOptions,
} from './worker-protocol.ts';
import { watchHeartbeat } from './worker-protocol.ts';

const workerProgram = fileURLToPath(new URL('./worker.ts', import.meta.url));
/** A start that takes longer has failed. */
const beginTimeoutMs = 60_000;
/** A worker that died once is back sooner. */
const vacancyGraceMs = 10_000;
/** A scrape waits no longer for a worker. */
const metricsTimeoutMs = 2_000;
/** Workers are numbered from here. */
const first = 1;

export interface WorkerHandle {
  number: number;
  worker: Worker;
  rpc: Rpc<WorkerAnswers>;
  startedAt: number;
  /** Whether the other processes ask it about its work: from just before it serves requests. */
  hasJoined: boolean;
  /** Whether it has not answered for so long that no caller should wait for it. */
  isSilent: boolean;
  /** How many calls of other processes wait for its answer. */
  openCalls: number;
  /** Whether it serves requests, and can be called. */
  hasBegun: boolean;
  /** Resolves when its last request has ended. */
  closed: PromiseWithResolvers<undefined>;
  exited: Promise<unknown[]>;
}

/** The options of all workers of a pool. */
interface PoolOptions {
  log: Logger;
  heartbeat: HeartbeatTimes;
  /** Whether the port is lost with the last worker, because this process cannot open it again. */
  mustNotBeEmpty: boolean;
  workerOptions: (number: number) => WorkerOptions;
  hub: CoordinationHub<WorkerHandle>;
  answers: Pick<MainAnswers, 'ensureBucket' | 'health'>;
}

/**
 * The worker processes of a server. They share one port, and a free one accepts the next connection. One
 * that ends is replaced, under its number, until the pool is closed.
 */
export class WorkerPool implements Members<WorkerHandle> {
  readonly #size: number;
  readonly #handles = new Map<number, WorkerHandle>();
  /** Since when a number has had no worker that serves requests. */
  readonly #vacantSince = new Map<number, number>();
  #options: PoolOptions | undefined;
  #isClosing = false;

  /** Starts the first worker, which loads the program meanwhile, and serves requests once it may begin. */
  constructor(size: number) {
    this.#size = size;
    // With round-robin, a connection would be lost with a worker that dies before it has accepted it.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    const stdio: ClusterSettings['stdio'] = ['ignore', 'inherit', 'inherit', 'ipc'];
    cluster.setupPrimary({ exec: workerProgram, args: [], stdio });
    this.#spawn(first);
  }

  /**
   * Resolves with the address of the workers, once the first serves requests; the others start then, since
   * they would only delay it. When it fails the worker is ended, and this may be called again.
   */
  async begin(options: PoolOptions): Promise<string> {
    this.#options = options;
    this.#isClosing = false;
    if (!this.#handles.has(first)) this.#spawn(first);
    try {
      const url = await this.#start(first);
      for (let number = first; number <= this.#size; number += 1) void this.#keepRunning(number);
      return url;
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  /** Calls every worker that serves requests. One that dies meanwhile is left out. */
  async tellAll<Method extends keyof WorkerAnswers>(
    method: Method,
    params: Parameters<WorkerAnswers[Method]>[0],
  ): Promise<void> {
    const told = [...this.#handles.values()].filter(({ hasBegun }) => hasBegun);
    await callEach(told, method, params);
  }

  /**
   * The metrics of every worker that serves requests; undefined for one that does not answer soon. One that
   * dies meanwhile is left out.
   */
  async collectMetrics(): Promise<Collected> {
    const collected = new Map<object, MetricSnapshot[] | undefined>();
    const asked = [...this.#handles.values()].filter(({ hasBegun }) => hasBegun);
    async function ask(handle: WorkerHandle): Promise<void> {
      try {
        const { isSilent, rpc } = handle;
        collected.set(
          handle,
          isSilent ? undefined : await rpc.call('metrics', null, metricsTimeoutMs),
        );
      } catch (error) {
        if (!(error instanceof RpcClosed)) collected.set(handle, undefined);
      }
    }
    await Promise.all(asked.map(ask));
    return collected;
  }

  join(handle: WorkerHandle): void {
    handle.hasJoined = true;
    this.#watch(handle);
  }

  /** A silent worker that would delay the answer is killed. */
  async ask(
    method: keyof WorkAnswers,
    params: unknown,
    except: WorkerHandle | undefined,
  ): Promise<unknown[]> {
    const asked = [...this.#handles.values()].filter(
      (handle) => handle.hasJoined && handle !== except,
    );
    for (const handle of asked) handle.openCalls += 1;
    try {
      for (const handle of asked) if (handle.isSilent) kill(handle);
      return await callEach(asked, method, params);
    } finally {
      for (const handle of asked) handle.openCalls -= 1;
    }
  }

  /** Lets running requests end. A worker that ends from now on is not replaced. */
  async close(whenRefusing: () => void): Promise<void> {
    this.#isClosing = true;
    for (const { worker, hasBegun } of this.#handles.values()) {
      if (!hasBegun) worker.process.kill('SIGKILL');
    }
    await this.tellAll('close', null).catch(async (error: unknown) => {
      this.#getOptions().log.error({ err: error }, 'a worker does not close: all are ended');
      await this.end();
    });
    whenRefusing();
    const handles = [...this.#handles.values()];
    await Promise.all(handles.map(({ closed, exited }) => Promise.race([closed.promise, exited])));
    await this.end();
  }

  /** Kills every worker. Does nothing for those that have ended. */
  async end(): Promise<void> {
    this.#isClosing = true;
    const handles = [...this.#handles.values()];
    for (const { worker } of handles) worker.process.kill('SIGKILL');
    await Promise.all(handles.map(({ exited }) => exited));
    this.#handles.clear();
  }

  #spawn(number: number): WorkerHandle {
    const worker = cluster.fork();
    // A message that a dying worker does not receive; its exit event reports that it is gone.
    worker.on('error', () => undefined);
    const closed = Promise.withResolvers<undefined>();
    const handle: WorkerHandle = {
      number,
      worker,
      rpc: openRpc<WorkerAnswers>(
        processTransport(worker, `worker ${number}`),
        this.#answersFor(() => handle, closed),
      ),
      startedAt: performance.now(),
      hasJoined: false,
      isSilent: false,
      openCalls: 0,
      hasBegun: false,
      closed,
      exited: once(worker, 'exit'),
    };
    this.#handles.set(number, handle);
    return handle;
  }

  /** The hub is known once the pool begins; before that a worker asks nothing. */
  #answersFor(handle: () => WorkerHandle, closed: PromiseWithResolvers<undefined>): MainAnswers {
    let known: HubAnswers | undefined;
    const hub = () => (known ??= this.#getOptions().hub.answersFor(handle()));
    return {
      count: (counted) => hub().count(counted),
      takeSlot: (claim) => hub().takeSlot(claim),
      releaseSlot: (id) => {
        hub().releaseSlot(id);
      },
      reserveBytes: (claim) => hub().reserveBytes(claim),
      releaseBytes: (id) => {
        hub().releaseBytes(id);
      },
      lead: (job) => hub().lead(job),
      takeHashSlot: (claim) => hub().takeHashSlot(claim),
      releaseHashSlot: (id) => {
        hub().releaseHashSlot(id);
      },
      joinCoordination: (nothing) => {
        hub().joinCoordination(nothing);
      },
      askOthers: (asked) => hub().askOthers(asked),
      ensureBucket: (bucket) => this.#getOptions().answers.ensureBucket(bucket),
      health: (nothing) => ({
        ...this.#getOptions().answers.health(nothing),
        missingWorkers: this.#countMissing(),
      }),
      hasClosed() {
        closed.resolve(undefined);
      },
    };
  }

  /**
   * Kills a worker that hangs. A silent one is killed sooner, as soon as a call waits for it: if it were
   * only left out, it could continue afterwards and do what the answer had ruled out.
   */
  #watch(handle: WorkerHandle): void {
    const { log, heartbeat } = this.#getOptions();
    const facts = { worker: handle.number, pid: handle.worker.process.pid };
    const watch = watchHeartbeat(heartbeat, {
      // A worker that does not answer is killed, which ends the call.
      ping: () => handle.rpc.call('ping', null, Infinity),
      onSilent() {
        handle.isSilent = true;
        log.error({ ...facts, seconds: heartbeat.silentMs / 1000 }, 'a worker does not answer');
        if (handle.openCalls > 0) kill(handle);
      },
      onHeard() {
        handle.isSilent = false;
        log.info(facts, 'the worker answers again');
      },
      onHung() {
        log.error({ ...facts, seconds: heartbeat.hungMs / 1000 }, 'a worker hangs and is killed');
        kill(handle);
      },
    });
    void handle.exited.then(() => {
      watch.stop();
    });
  }

  async #start(number: number): Promise<string> {
    const handle = this.#handles.get(number);
    if (handle === undefined) throw new Error(`There is no worker ${number}`);
    const workerOptions = this.#getOptions().workerOptions(number);
    const url = await handle.rpc.call('begin', workerOptions, beginTimeoutMs);
    handle.hasBegun = true;
    this.#vacantSince.delete(number);
    // What the others were told while this one began.
    const { tls } = this.#getOptions().workerOptions(number);
    if (tls !== undefined && tls !== workerOptions.tls) await handle.rpc.call('useTls', tls);
    return url;
  }

  /** Keeps a worker running under a number until the pool closes: one that ends is replaced. */
  async #keepRunning(number: number): Promise<void> {
    const pause = createRestartPause();
    /** Whether the last worker could not begin because of that: further attempts are not logged. */
    let isEngineAway = false;
    for (;;) {
      if (this.#handles.get(number)?.hasBegun !== true) this.#noteVacancy(number);
      const handle = this.#handles.get(number) ?? this.#spawn(number);
      const wasAway = isEngineAway;
      if (!handle.hasBegun) isEngineAway = await this.#letBegin(number, handle, wasAway);
      const [code, signal] = await handle.exited;
      this.#handles.delete(number);
      this.#getOptions().hub.release(handle);
      if (this.#isClosing) return;
      this.#noteVacancy(number);
      const pauseMs = pause.after(performance.now() - handle.startedAt, isEngineAway);
      if (!isEngineAway) {
        this.#getOptions().log.error(
          { worker: number, status: code, signal, seconds: pauseMs / 1000 },
          'a worker ended unexpectedly and is started again',
        );
      }
      if (this.#handles.size === 0 && this.#getOptions().mustNotBeEmpty) {
        // Ends this process: systemd starts it again, and has kept the socket.
        this.#getOptions().log.fatal('all workers have ended: the server ends with them');
        throw new Error('All workers have ended, and the socket that systemd passed with them');
      }
      await sleep(pauseMs);
      if (this.#hasToClose()) return;
    }
  }

  /**
   * A worker that cannot begin is killed: it is replaced like any other. Resolves with whether a database or a
   * store is away, which is logged unless it `wasAway` before.
   */
  async #letBegin(number: number, { worker }: WorkerHandle, wasAway: boolean): Promise<boolean> {
    const { log } = this.#getOptions();
    try {
      await this.#start(number);
      log.info({ worker: number, pid: worker.process.pid }, 'the worker serves');
      return false;
    } catch (error) {
      const isAway = isUnavailable(error);
      if (!this.#isClosing && !(isAway && wasAway)) {
        log.error({ worker: number, err: error }, 'the worker cannot begin');
      }
      worker.process.kill('SIGKILL');
      return isAway;
    }
  }

  #noteVacancy(number: number): void {
    if (!this.#vacantSince.has(number)) this.#vacantSince.set(number, performance.now());
  }

  #countMissing(): number {
    const now = performance.now();
    return [...this.#vacantSince.values()].filter((since) => now - since > vacancyGraceMs).length;
  }

  #hasToClose(): boolean {
    return this.#isClosing;
  }

  #getOptions(): PoolOptions {
    if (this.#options === undefined) throw new Error('There is nothing to begin');
    return this.#options;
  }
}

/** No caller waits for its answers from now on, even if the system takes long to end it. */
function kill({ worker }: WorkerHandle): void {
  worker.process.kill('SIGKILL');
  if (worker.isConnected()) worker.process.disconnect();
}

/** All answers; a worker that dies before it has answered is left out. */
async function callEach(
  handles: readonly WorkerHandle[],
  method: keyof WorkerAnswers,
  params: unknown,
): Promise<unknown[]> {
  const answers = await Promise.allSettled(
    handles.map(({ rpc }) => rpc.call(method, params as never)),
  );
  return answers.flatMap((answer): unknown[] => {
    if (answer.status === 'fulfilled') return [answer.value];
    if (answer.reason instanceof RpcClosed) return [];
    throw answer.reason;
  });
}

const restartBackoff = { firstMs: 1_000, maxMs: 30_000 };
/** Soon after a database or a store is back, so is the worker. */
const awayBackoff = { firstMs: 1_000, maxMs: 3_000 };
/** A process that lived this long did not fail because of how it starts. */
const soundLifeMs = 60_000;

/** How long to wait before an ended process is restarted: doubles each time. */
export function createRestartPause() {
  let failures = 0;

  return {
    /**
     * The first restart is immediate: most faults do not repeat. `isEngineAway`: it could not begin because
     * a database or a store did not answer.
     */
    after(livedMs: number, isEngineAway = false): number {
      if (livedMs >= soundLifeMs) failures = 0;
      failures += 1;
      if (failures === 1) return 0;
      return backoffMs(failures - 1, isEngineAway ? awayBackoff : restartBackoff);
    },
  };
}
