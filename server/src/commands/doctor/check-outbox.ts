import type { Installation } from '../../installation.ts';
import { counted } from '../print.ts';
import type { Verdict } from './finding.ts';
import { ok, warning } from './finding.ts';

export async function checkOutbox({ store }: Installation): Promise<Verdict> {
  const waiting = await store.outbox.countWaiting();
  return waiting === 0
    ? ok('No mail waits in the outbox.')
    : warning(
        `The outbox holds ${counted(waiting, 'mail')} not sent yet.`,
        'None is lost. Receivers with an account find their files in its inbox meanwhile.',
      );
}
