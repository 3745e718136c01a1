import cluster from 'node:cluster';
import type { Worker } from 'node:cluster';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ReservationTable } from '../domain/transfers/byte-reservations.ts';
import type { PeerAnswers } from '../domain/ports/peers.ts';
import type { SlotTable } from '../domain/transfers/transfer-slots.ts';
import type { HeartbeatTimes } from './heartbeat.ts';
import { watchHeartbeat } from './heartbeat.ts';
import type { Channel, Line } from './line.ts';
import { LineClosed, openLine } from './line.ts';
import { createRestartPause } from './restart-pause.ts';
import type { MainAnswers, WorkerAnswers, WorkerBrief } from './roles.ts';

const workerProgram = join(import.meta.dirname, 'worker.ts');
/** A start that takes longer has gone wrong. */
const beginPatienceMs = 60_000;
/** A worker that died once is back sooner. */
const vacancyGraceMs = 10_000;
/** Longer than any worker lives without an answer: it is killed before. */
const untilItEndsMs = 2 ** 31 - 1;
/** Workers are numbered from here. */
const first = 1;

interface Member {
  worker: Worker;
  line: Line<WorkerAnswers>;
  startedAt: number;
  /** Whether the others must ask it: from just before it takes requests. */
  isPeer: boolean;
  /** Whether it has not answered for so long that nobody should wait for it. */
  isSilent: boolean;
  /** How many questions of peers wait for its answer. */
  openQuestions: number;
  /** Whether it takes requests, and can be told how. */
  hasBegun: boolean;
  /** Resolves when its last request has ended. */
  closed: PromiseWithResolvers<undefined>;
  exited: Promise<unknown[]>;
}

/** What there is to do, for all of a crew alike. */
interface Assignment {
  log: Logger;
  heartbeat: HeartbeatTimes;
  /** Whether the port is lost with the last worker, because this process cannot open it again. */
  mustNotBeEmpty: boolean;
  brief: (number: number) => WorkerBrief;
  /** The transfers of all workers. */
  slots: SlotTable;
  /** The bytes of their uploads under way. */
  reservations: ReservationTable;
  answers: Pick<MainAnswers, 'count' | 'ensureBucket' | 'health'>;
}

/**
 * The worker processes of a server. They share one port, and whoever is free takes the next of its
 * connections. One that ends is replaced, under its number, until the crew is told to close.
 */
export class Crew {
  readonly #size: number;
  readonly #members = new Map<number, Member>();
  /** Since when a place has had nobody who takes requests. */
  readonly #vacantSince = new Map<number, number>();
  #assignment: Assignment | undefined;
  #isClosing = false;

  /** Starts the first worker, which loads the program meanwhile, and takes requests once it may begin. */
  constructor(size: number) {
    this.#size = size;
    // Handed out in turn, a connection would be lost with a worker that dies before it has taken it.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({
      exec: workerProgram,
      args: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#employ(first);
  }

  /**
   * Resolves with where the workers are reached, once the first takes requests; the others would
   * only hold it up, and start then. When it fails it is ended, and this may be called again.
   */
  async begin(assignment: Assignment): Promise<string> {
    this.#assignment = assignment;
    this.#isClosing = false;
    if (!this.#members.has(first)) this.#employ(first);
    try {
      const url = await this.#instruct(first);
      for (let number = first; number <= this.#size; number += 1) void this.#keepEmployed(number);
      return url;
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  /** Tells every worker that takes requests. One that dies meanwhile is left out. */
  async tellAll<Question extends keyof WorkerAnswers>(
    question: Question,
    subject: Parameters<WorkerAnswers[Question]>[0],
  ): Promise<void> {
    const told = [...this.#members.values()].filter(({ hasBegun }) => hasBegun);
    await askEach(told, question, subject);
  }

  /** Asks every worker that takes requests, or is about to. One that dies meanwhile is left out. */
  async askAll(question: keyof PeerAnswers, subject: unknown): Promise<never[]> {
    const peers = [...this.#members.values()].filter(({ isPeer }) => isPeer);
    return (await this.#askWithoutHanging(peers, question, subject)) as never[];
  }

  /** Lets the requests under way end. A worker that ends from now on is not replaced. */
  async close(whenRefusing: () => void): Promise<void> {
    this.#isClosing = true;
    for (const { worker, hasBegun } of this.#members.values()) {
      if (!hasBegun) worker.process.kill('SIGKILL');
    }
    await this.tellAll('close', null).catch(async (error: unknown) => {
      this.#getAssignment().log.error({ err: error }, 'a worker does not close: all are ended');
      await this.end();
    });
    whenRefusing();
    const members = [...this.#members.values()];
    await Promise.all(members.map(({ closed, exited }) => Promise.race([closed.promise, exited])));
    await this.end();
  }

  /** Ends every worker as it is. Does nothing for those that have ended. */
  async end(): Promise<void> {
    this.#isClosing = true;
    const members = [...this.#members.values()];
    for (const { worker } of members) worker.process.kill('SIGKILL');
    await Promise.all(members.map(({ exited }) => exited));
    this.#members.clear();
  }

  #employ(number: number): Member {
    const worker = cluster.fork();
    // A message that a dying worker does not take any more; that it is gone is what its exit tells.
    worker.on('error', () => undefined);
    const closed = Promise.withResolvers<undefined>();
    const answers: MainAnswers = {
      count: (counted) => this.#getAssignment().answers.count(counted),
      takeSlot: (claim) => this.#getAssignment().slots.take(member, claim),
      releaseSlot: (ticket) => {
        this.#getAssignment().slots.release(ticket);
      },
      reserveBytes: (claim) => this.#getAssignment().reservations.reserve(member, claim),
      releaseBytes: (id) => {
        this.#getAssignment().reservations.release(member, id);
      },
      ensureBucket: (bucket) => this.#getAssignment().answers.ensureBucket(bucket),
      health: (nothing) => ({
        ...this.#getAssignment().answers.health(nothing),
        missingWorkers: this.#countMissing(),
      }),
      joinPeers: () => {
        member.isPeer = true;
        this.#watch(number, member);
      },
      askPeers: ({ question, subject }) => this.#askPeers(member, question, subject),
      hasClosed() {
        closed.resolve(undefined);
      },
    };
    const member: Member = {
      worker,
      line: openLine<WorkerAnswers>(channelTo(worker), answers),
      startedAt: performance.now(),
      isPeer: false,
      isSilent: false,
      openQuestions: 0,
      hasBegun: false,
      closed,
      exited: once(worker, 'exit'),
    };
    this.#members.set(number, member);
    return member;
  }

  async #askPeers(
    asker: Member,
    question: keyof PeerAnswers,
    subject: unknown,
  ): Promise<unknown[]> {
    const peers = [...this.#members.values()].filter((member) => member.isPeer && member !== asker);
    return await this.#askWithoutHanging(peers, question, subject);
  }

  /** A silent worker that would hold the answer up is killed. */
  async #askWithoutHanging(
    peers: readonly Member[],
    question: keyof PeerAnswers,
    subject: unknown,
  ): Promise<unknown[]> {
    for (const peer of peers) peer.openQuestions += 1;
    try {
      for (const peer of peers) if (peer.isSilent) kill(peer);
      return await askEach(peers, question, subject);
    } finally {
      for (const peer of peers) peer.openQuestions -= 1;
    }
  }

  /**
   * Kills a worker that hangs. A silent one is killed sooner, as soon as a question waits for it:
   * were it only left out, it could go on afterwards and do what the answer had ruled out.
   */
  #watch(number: number, member: Member): void {
    const { log, heartbeat } = this.#getAssignment();
    const facts = { worker: number, pid: member.worker.process.pid };
    const watch = watchHeartbeat(heartbeat, {
      ping: () => member.line.ask('ping', null, untilItEndsMs),
      onSilent() {
        member.isSilent = true;
        log.error({ ...facts, seconds: heartbeat.silentMs / 1000 }, 'a worker does not answer');
        if (member.openQuestions > 0) kill(member);
      },
      onHeard() {
        member.isSilent = false;
        log.info(facts, 'the worker answers again');
      },
      onHung() {
        log.error({ ...facts, seconds: heartbeat.hungMs / 1000 }, 'a worker hangs and is killed');
        kill(member);
      },
    });
    void member.exited.then(() => {
      watch.stop();
    });
  }

  async #instruct(number: number): Promise<string> {
    const member = this.#members.get(number);
    if (member === undefined) throw new Error(`There is no worker ${number}`);
    const brief = this.#getAssignment().brief(number);
    const url = await member.line.ask('begin', brief, beginPatienceMs);
    member.hasBegun = true;
    this.#vacantSince.delete(number);
    // What was told to the others while this one began.
    const { tls } = this.#getAssignment().brief(number);
    if (tls !== undefined && tls !== brief.tls) await member.line.ask('useTls', tls);
    return url;
  }

  /** Keeps a place filled for as long as the crew works: whoever ends is replaced. */
  async #keepEmployed(number: number): Promise<void> {
    const pause = createRestartPause();
    for (;;) {
      if (this.#members.get(number)?.hasBegun !== true) this.#noteVacancy(number);
      const member = this.#members.get(number) ?? this.#employ(number);
      if (!member.hasBegun) await this.#letBegin(number, member);
      const [code, signal] = await member.exited;
      this.#members.delete(number);
      this.#getAssignment().slots.releaseAll(member);
      this.#getAssignment().reservations.releaseAll(member);
      if (this.#isClosing) return;
      this.#noteVacancy(number);
      const pauseMs = pause.after(performance.now() - member.startedAt);
      this.#getAssignment().log.error(
        { worker: number, status: code, signal, seconds: pauseMs / 1000 },
        'a worker ended unexpectedly and is started again',
      );
      if (this.#members.size === 0 && this.#getAssignment().mustNotBeEmpty) {
        // Ends this process: systemd starts it again, and has kept the socket.
        this.#getAssignment().log.fatal('all workers have ended: the server ends with them');
        throw new Error('All workers have ended, and the socket that systemd passed with them');
      }
      await sleep(pauseMs);
      if (this.#hasToClose()) return;
    }
  }

  /** A worker that cannot begin is ended: its place is filled again like that of any other. */
  async #letBegin(number: number, { worker }: Member): Promise<void> {
    try {
      await this.#instruct(number);
      this.#getAssignment().log.info(
        { worker: number, pid: worker.process.pid },
        'the worker serves',
      );
    } catch (error) {
      if (!this.#isClosing) {
        this.#getAssignment().log.error({ worker: number, err: error }, 'the worker cannot begin');
      }
      worker.process.kill('SIGKILL');
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

  #getAssignment(): Assignment {
    if (this.#assignment === undefined) throw new Error('There is nothing to begin');
    return this.#assignment;
  }
}

/** Nobody waits for its answers from now on, even should it take the system long to end it. */
function kill({ worker }: Member): void {
  worker.process.kill('SIGKILL');
  if (worker.isConnected()) worker.process.disconnect();
}

/** All answers; who dies before it has given one is left out. */
async function askEach(
  members: readonly Member[],
  question: keyof WorkerAnswers,
  subject: unknown,
): Promise<unknown[]> {
  const answers = await Promise.allSettled(
    members.map(({ line }) => line.ask(question, subject as never)),
  );
  return answers.flatMap((answer): unknown[] => {
    if (answer.status === 'fulfilled') return [answer.value];
    if (answer.reason instanceof LineClosed) return [];
    throw answer.reason;
  });
}

function channelTo(worker: Worker): Channel {
  return {
    send(message) {
      // That it did not arrive is what the end of the worker tells.
      worker.send(message, () => undefined);
    },
    onMessage(listener) {
      worker.on('message', listener);
    },
    onClose(listener) {
      worker.once('disconnect', listener);
    },
  };
}
