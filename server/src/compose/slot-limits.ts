import type { Config } from '../config/settings.ts';
import type { SlotLimits } from '../coordination/slot-table.ts';

/** How many transfers the operator lets run at a time. In a file of its own: main need not load what takes requests. */
export function slotLimitsOf(
  config: Pick<Config, 'transfersPerLink' | 'transfersPerNetwork' | 'maxTransfers'>,
): SlotLimits {
  return {
    perLink: config.transfersPerLink,
    perNetwork: config.transfersPerNetwork,
    inAll: config.maxTransfers,
  };
}
