import type { Installation } from '../../installation.ts';
import { counted } from '../print.ts';
import type { Verdict } from './finding.ts';
import { ok, warning } from './finding.ts';

/** Failures among more mails than these are history. */
const recentMails = 1000;

export async function checkOutbox({ store: { outbox } }: Installation): Promise<Verdict> {
  const waiting = await outbox.countWaiting();
  const recent = await outbox.list(recentMails);
  const failed = recent.filter(({ state }) => state === 'refused' || state === 'abandoned').length;
  if (waiting === 0 && failed === 0) return ok('No mail waits in the outbox.');
  const remedies = [
    ...(waiting > 0 ? ['A running server sends what waits, or tries again later.'] : []),
    '"valise mail list" shows the mails, and "valise mail show" what went wrong.',
  ];
  return warning(describe(waiting, failed), remedies.join(' '));
}

function describe(waiting: number, failed: number): string {
  const parts = [
    ...(waiting > 0 ? [`The outbox holds ${counted(waiting, 'mail')} not sent yet.`] : []),
    ...(failed > 0 ? [`${counted(failed, 'mail')} could not be delivered.`] : []),
  ];
  return parts.join(' ');
}
