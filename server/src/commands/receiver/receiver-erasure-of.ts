import { removeCapturedMail } from '../../delivery/captured-mail.ts';
import type { Config } from '../../config/settings.ts';
import type { ReceiverErasure } from '../../domain/expiry/receiver-erasure.ts';
import { createReceiverErasure } from '../../domain/expiry/receiver-erasure.ts';
import type { Installation } from '../../compose/installation.ts';
import { dispatchControlOf } from '../drop/dispatch-control-of.ts';

/** The verbs that erase receivers from an open data folder. */
export function receiverErasureOf(installation: Installation, config: Config): ReceiverErasure {
  const { database, audit, mailDir, randomness, clock } = installation;
  return createReceiverErasure({
    database,
    audit,
    control: dispatchControlOf(installation, config),
    removeCaptured: (id) => removeCapturedMail(mailDir, id),
    randomness,
    clock,
  });
}
