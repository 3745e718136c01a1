import type { Route } from './route.ts';

/** What readiness depends on, by name: a problem as a sentence, or undefined when it is well. */
export type Readiness = () => Promise<Record<string, string | undefined>>;

/** For whoever watches the service: is the process alive, and can it do its work? */
export function healthRoutes(readiness: Readiness): Route[] {
  return [
    {
      path: '/healthz',
      access: 'public',
      methods: { GET: { handle: () => ({ status: 'ok' }) } },
    },
    {
      path: '/readyz',
      access: 'public',
      methods: {
        GET: {
          async handle(_request, reply) {
            const checks = await readiness();
            const ready = Object.values(checks).every((problem) => problem === undefined);
            reply.code(ready ? 200 : 503);
            return {
              status: ready ? 'ok' : 'unavailable',
              checks: Object.fromEntries(
                Object.entries(checks).map(([name, problem]) => [name, problem ?? 'ok']),
              ),
            };
          },
        },
      },
    },
  ];
}
