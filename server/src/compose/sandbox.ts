import { findCapturedMail } from '../delivery/captured-mail.ts';
import type { LinkDownloads } from '../domain/downloads/link-downloads.ts';
import { createCapturedMessages } from '../domain/sandbox/captured-messages.ts';
import { createPlannedFaults } from '../domain/sandbox/planned-faults.ts';
import { createPlayedReceivers } from '../domain/sandbox/played-receivers.ts';
import type { Sandbox } from '../domain/sandbox/sandbox.ts';
import { createSandboxClock } from '../domain/sandbox/sandbox-clock.ts';
import type { Installation } from './installation.ts';

/** What a sandbox can do besides; undefined for what is none. */
export function composeSandbox(
  { database, sandboxClock: clock, mailDir, codeFor }: Installation,
  linkDownloads: LinkDownloads,
): Sandbox | undefined {
  if (clock === undefined) return undefined;
  return {
    messages: createCapturedMessages({
      ...{ database, codeFor },
      findCaptured: (id) => findCapturedMail(mailDir, id),
    }),
    clock: createSandboxClock({ database, clock }),
    receivers: createPlayedReceivers({ database, linkDownloads, clock }),
    faults: createPlannedFaults({ database, clock }),
  };
}
