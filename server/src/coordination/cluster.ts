import type { Clock } from '../domain/model/clock.ts';
import type { Coordination } from '../domain/ports/coordination.ts';
import type { Rpc } from '../platform/rpc/rpc.ts';
import type { WorkAnswers, AskOthers } from './process-coordination.ts';
import { OwnWork, createProcessCoordination } from './process-coordination.ts';
import type { TableAnswers, SlotLimits } from './shared-tables.ts';
import { SharedTables } from './shared-tables.ts';

/** What the main process answers to a worker. */
export interface HubAnswers extends TableAnswers {
  /** From its answer on, the other processes ask the worker: it may serve requests only then. */
  joinCoordination(nothing: null): void;
  /** Asks the main process and all other workers. */
  askOthers(asked: { method: keyof WorkAnswers; params: string | null }): Promise<unknown[]>;
}

/** How the main process reaches the workers that have joined. */
export interface Members<Member extends object> {
  join(member: Member): void;
  /** Asks all but one. A worker that dies before it has answered is left out; one that hangs is killed. */
  ask(
    method: keyof WorkAnswers,
    params: string | null,
    except: Member | undefined,
  ): Promise<unknown[]>;
}

/**
 * The coordination of a server of several processes, in its main process: it holds the tables, and asks
 * every worker about its work. It ends only with all workers.
 */
export class CoordinationHub<Member extends object> {
  readonly coordination: Coordination;
  readonly #members: Members<Member>;
  readonly #own: OwnWork;
  readonly #tables: SharedTables;

  constructor(clock: Clock, limits: SlotLimits, members: Members<Member>) {
    this.#members = members;
    this.#own = new OwnWork(clock);
    this.#tables = new SharedTables(clock, limits);
    this.coordination = createProcessCoordination({
      own: this.#own,
      others: (async (method, params) => await members.ask(method, params, undefined)) as AskOthers,
      tables: this.#tables.answersFor(this),
    });
  }

  answersFor(member: Member): HubAnswers {
    return {
      ...this.#tables.answersFor(member),
      joinCoordination: () => {
        this.#members.join(member);
      },
      askOthers: async ({ method, params }) => {
        const [own, others] = await Promise.all([
          this.#own.answer(method, params as never),
          this.#members.ask(method, params, member),
        ]);
        return [own, ...others];
      },
    };
  }

  /** Releases what an ended worker held. */
  release(member: Member): void {
    this.#tables.releaseAll(member);
  }
}

/** The coordination in a worker: its own work, and everything else through the main process. */
export function createWorkerCoordination(own: OwnWork, main: Rpc<HubAnswers>): Coordination {
  return createProcessCoordination({
    own,
    others: (async (method, params) =>
      await main.call('askOthers', { method, params })) as AskOthers,
    tables: {
      count: (counted) => main.call('count', counted),
      takeSlot: (claim) => main.call('takeSlot', claim),
      releaseSlot: (id) => {
        main.notify('releaseSlot', id);
      },
      reserveBytes: (claim) => main.call('reserveBytes', claim),
      releaseBytes: (id) => {
        main.notify('releaseBytes', id);
      },
      lead: (job) => main.call('lead', job),
      takeHashSlot: (claim) => main.call('takeHashSlot', claim),
      releaseHashSlot: (slot) => {
        main.notify('releaseHashSlot', slot);
      },
    },
  });
}
