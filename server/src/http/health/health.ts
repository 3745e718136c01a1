import type { Route } from '../routing/route.ts';

/**
 * What this process can do: all of it; its work, though something is not as it should be; or not its
 * work. Each check is `ok`, or says in a sentence what is wrong.
 */
export interface ReadinessReport {
  status: 'ok' | 'degraded' | 'unavailable';
  checks: Record<string, string>;
}

export type Readiness = () => Promise<ReadinessReport>;

/** For whoever watches the service: is the process alive, and can it do its work? */
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
