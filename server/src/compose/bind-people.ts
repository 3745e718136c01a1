import type { Logger } from 'pino';
import { second } from '../domain/model/clock.ts';
import type { Coordination } from '../domain/ports/coordination.ts';
import type { Job } from '../jobs/scheduler.ts';
import type { Installation } from './installation.ts';
import { bindPeopleOnce } from './bind-rows.ts';

interface Dependencies {
  installation: Pick<Installation, 'database' | 'keys' | 'keyLedger' | 'clock'>;
  coordination: () => Pick<Coordination, 'processes'>;
  log: Logger;
}

/**
 * Gives the rows of people their MACs as soon as no node of an earlier version is left. Until then rows without one
 * are taken as they are, and changes by earlier nodes lock nobody out.
 */
export function createPeopleBinding({ installation, coordination, log }: Dependencies): Job {
  const { keys } = installation;
  return {
    name: 'bind the rows of people',
    everyMs: 10 * second,
    deletes: false,
    async run() {
      if (keys.rowsBoundAt !== undefined) return 0;
      const isAlone = async () => !(await coordination().processes.look()).hasOlder;
      if (!((await isAlone()) && (await bindPeopleOnce(installation, isAlone)))) {
        log.warn(
          'a node of an earlier version runs: rows of people are not protected until it ends',
        );
        return 0;
      }
      log.info('the rows of people have their codes: earlier versions do not start any more');
      return 1;
    },
  };
}
