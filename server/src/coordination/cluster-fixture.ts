import type { Clock } from '../domain/model/clock.ts';
import { openTransports } from '../platform/rpc/transport-fixture.ts';
import type { Rpc } from '../platform/rpc/rpc.ts';
import { RpcClosed, openRpc } from '../platform/rpc/rpc.ts';
import type { HubAnswers } from './cluster.ts';
import { CoordinationHub, createWorkerCoordination } from './cluster.ts';
import type { WorkAnswers } from './process-coordination.ts';
import { OwnWork } from './process-coordination.ts';
import type { SlotLimits } from './shared-tables.ts';

interface Member {
  rpc?: Rpc<WorkAnswers>;
}

/** A main process and two workers, which talk to each other as processes do. */
export function openCluster(
  clock: Clock,
  limits: SlotLimits = { perLink: 0, perNetwork: 0, inAll: 0 },
) {
  const members = new Set<Member>();
  const hub = new CoordinationHub<Member>(clock, limits, {
    join: (member) => void members.add(member),
    async ask(method, params, except) {
      const asked = [...members].filter((member) => member !== except);
      const answers = await Promise.all(
        asked.map(async ({ rpc }) => {
          try {
            return [await rpc?.call(method, params as never)];
          } catch (error) {
            if (error instanceof RpcClosed) return [];
            throw error;
          }
        }),
      );
      return answers.flat();
    },
  });

  function addWorker() {
    const { here, there, close } = openTransports();
    const own = new OwnWork(clock);
    const member: Member = {};
    const answers = hub.answersFor(member);
    answers.joinCoordination(null);
    member.rpc = openRpc<WorkAnswers>(there, answers);
    const main = openRpc<HubAnswers>(here, own.answers);
    return {
      coordination: createWorkerCoordination(own, main),
      /** Kills the process. */
      kill: () => {
        close();
        members.delete(member);
        hub.release(member);
      },
    };
  }

  return { main: hub.coordination, workers: [addWorker(), addWorker()] as const };
}
