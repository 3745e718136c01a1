import type { CapturedMessages } from './captured-messages.ts';
import type { PlannedFaults } from './planned-faults.ts';
import type { PlayedReceivers } from './played-receivers.ts';
import type { SandboxClock } from './sandbox-clock.ts';

/** What a sandbox can do besides what a server can. */
export interface Sandbox {
  messages: CapturedMessages;
  clock: SandboxClock;
  receivers: PlayedReceivers;
  faults: PlannedFaults;
}
