/** How the parts fare that a server has only once. Its main process knows; it holds no path and no address. */
export interface ServerHealth {
  isClockTrusted: boolean;
  /** Jobs that failed at each of their last runs. */
  failingJobs: readonly string[];
  /** How many workers have been missing for longer than a restart takes. */
  missingWorkers: number;
  /** Whether messages could not be handed over for long, for no reason of their own. */
  isMailServerLost: boolean;
  isSmsGatewayLost: boolean;
}

/** What a server without jobs and other processes has to say. */
export const soundServer: ServerHealth = {
  isClockTrusted: true,
  failingJobs: [],
  missingWorkers: 0,
  isMailServerLost: false,
  isSmsGatewayLost: false,
};
