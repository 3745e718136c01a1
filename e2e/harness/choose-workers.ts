/**
 * Every server that these files start names its number of workers, so that a pass with another number
 * would repeat them. The harness refuses to start a server without a number in them.
 */
export const chooseWorkers = [
  'e2e/deployment/image.test.ts',
  'e2e/deployment/moved-installation.test.ts',
  'e2e/deployment/nodes.test.ts',
  'e2e/deployment/system-call-filter.test.ts',
  'e2e/journeys/interrupted-drop.test.ts',
  'e2e/journeys/long-walk.test.ts',
  'e2e/journeys/requests.test.ts',
  'e2e/resilience/bucket-away.test.ts',
  'e2e/resilience/bytes-under-way.test.ts',
  'e2e/resilience/cluster-faults.test.ts',
  'e2e/resilience/database-away.test.ts',
  'e2e/resilience/ended-transfers.test.ts',
  'e2e/resilience/hung-process.test.ts',
  'e2e/resilience/hung-worker.test.ts',
  'e2e/resilience/log-output.test.ts',
  'e2e/resilience/metrics.test.ts',
  'e2e/resilience/open-files-limit.test.ts',
  'e2e/resilience/readiness.test.ts',
  'e2e/resilience/resume-at-other-node.test.ts',
  'e2e/resilience/root-key.test.ts',
  'e2e/resilience/sign-in-flood.test.ts',
  'e2e/resilience/socket-activation.test.ts',
  'e2e/resilience/transfer-slots.test.ts',
  'e2e/resilience/traces.test.ts',
  'e2e/resilience/workers.test.ts',
];
