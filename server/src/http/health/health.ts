import { operations } from '../generated/operations.js';
import { route } from '../routing/operation.ts';
import type { Route } from '../routing/route.ts';

/**
 * Whether this process can do its work: fully, with a fault, or not. Each check is `ok`, or a sentence that
 * names the fault.
 */
export interface ReadinessReport {
  status: 'ok' | 'degraded' | 'unavailable';
  checks: Record<string, string>;
}

export type Readiness = () => Promise<ReadinessReport>;

/** For monitoring: whether the process is alive, and whether it can do its work. */
export function healthRoutes(readiness: Readiness): Route[] {
  return [
    route(operations.service.alive, () => ({ status: 'ok' as const })),
    route(operations.service.ready, async (_who, _input, exchange) => {
      const report = await readiness();
      exchange.setStatus(report.status === 'unavailable' ? 503 : 200);
      return report;
    }),
  ];
}
