import type { IdempotencyClaim } from '../model/idempotency.ts';
import { claimKey, findEarlier } from '../model/idempotency.ts';
import type { DispatchId } from '../model/ids.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { Command } from '../ports/command-runner.ts';
import type { DispatchOrder } from './create-dispatch.ts';
import { createDispatch, isPrepared } from './create-dispatch.ts';
import { refuseDifference } from './dispatch-terms.ts';
import { noFiles, noReceivers, uploadInProgress } from './refusals.ts';
import { sentMarks, takeRepeatedAway } from './repeated-send.ts';

/** A drop takes the files of the tray to the receivers that were chosen. A grant gives these an upload page. */
export interface TrayOrder extends DispatchOrder {
  kind: 'drop' | 'grant';
  claim: IdempotencyClaim | undefined;
  /** Whether an upload of the account runs, whose files a drop would leave out. */
  isUploading: boolean;
}

export interface Dispatched {
  /** Whether the same request was carried out before, so that nothing was done now. */
  isReplay: boolean;
  /** The drop or grant; undefined where an earlier request made it. */
  dispatchId: DispatchId | undefined;
  /** How many files a repeat took out of the tray. */
  trayRemoved: number;
}

/**
 * Creates a dispatch, and uses up what was chosen: the receivers, and for a drop the tray. Undefined, and nothing has
 * changed, when the order does not fit what is there.
 */
export const sendTray: Command<TrayOrder, Dispatched | undefined> = {
  name: 'sendTray',

  async run(transaction, order) {
    const { repositories, audit } = transaction;
    const { kind, account, terms, claim, now } = order;
    const current = await repositories.accounts.lock(account.id);
    const receivers = await repositories.contacts.listReceivers(account.id);
    const earlier = await findEarlier(repositories, account.id, claim, now);
    if (earlier !== undefined) {
      const trayRemoved = await takeRepeatedAway(transaction, order, receivers, earlier.sent);
      return { isReplay: true, dispatchId: undefined, trayRemoved };
    }
    const isDrop = kind === 'drop';
    const tray =
      isDrop || terms.assertion !== undefined ? await repositories.files.listTray(account.id) : [];
    const chosen = { receivers, files: isDrop ? tray : [] };
    if (!isPrepared(order, chosen)) return undefined;

    if (!(await repositories.contacts.hasAny(account.id))) {
      throw new ValiseError('no_contacts', 'There is no contact yet. Add one first.');
    }
    if (receivers.length === 0) throw noReceivers();
    if (isDrop && current?.filesListedAt === undefined) {
      throw new ValiseError('files_not_listed', 'The list of uploaded files is not initialised.');
    }
    if (isDrop && order.isUploading) throw uploadInProgress();
    if (isDrop && tray.length === 0) throw noFiles();
    if (terms.assertion !== undefined) {
      const emails = receivers.map(({ email }) => email);
      const names = tray.map(({ name }) => name);
      refuseDifference('receivers', terms.assertion, emails);
      refuseDifference('files', terms.assertion, names);
    }
    const sender = { ...order, account: current ?? account };
    const { dispatch, files } = await createDispatch(transaction, kind, sender, chosen);
    await repositories.files.moveToDispatch(files, dispatch.id);
    await repositories.contacts.replaceReceivers(account.id, []);
    const marks = claim && sentMarks(audit, receivers, chosen.files);
    await claimKey(repositories, account.id, claim, now, marks);
    return { isReplay: false, dispatchId: dispatch.id, trayRemoved: 0 };
  },
};
