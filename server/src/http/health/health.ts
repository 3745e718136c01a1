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
    {
      path: '/healthz',
      access: 'public',
      cost: 'none',
      methods: { GET: { schema: 'none', handle: () => ({ status: 'ok' }) } },
    },
    {
      path: '/readyz',
      access: 'public',
      cost: 'none',
      methods: {
        GET: {
          schema: 'none',
          async handle(_request, reply) {
            const report = await readiness();
            reply.code(report.status === 'unavailable' ? 503 : 200);
            return report;
          },
        },
      },
    },
  ];
}
