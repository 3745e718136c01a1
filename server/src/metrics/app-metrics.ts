import type { Server } from 'node:http';
import type { Socket } from 'node:net';

import type { Clock } from '../domain/model/clock.ts';
import { ValiseError } from '../domain/model/valise-error.ts';
import type { Command, CommandRunner } from '../domain/ports/command-runner.ts';
import type { TransferSlots } from '../domain/ports/coordination.ts';
import type { InFlightRequest, Outcome } from '../http/connection/in-flight-requests.ts';
import type { Readiness, ReadinessReport } from '../http/health/health.ts';
import { Counter, Histogram } from './instruments.ts';
import { labelValues, metricTable } from './metric-table.ts';
import type { MetricSnapshot } from './snapshot.ts';
import { single, snapshotOf } from './snapshot.ts';

const methods = new Set<string>(labelValues.method);
const statusClasses = ['1xx', '1xx', '2xx', '3xx', '4xx', '5xx'];

/** The acts by the names of their commands. */
const actOf = new Map<string, (typeof labelValues.act)[number]>([
  ['addToTray', 'upload'],
  ['beginUpload', 'begin_upload'],
  ['appendSegment', 'upload_part'],
  ['cancelUpload', 'cancel_upload'],
  ['createReturn', 'return'],
  ['sendTray', 'send'],
  ['sendDraft', 'send'],
  ['recordDownload', 'download'],
]);

export type AppMetrics = ReturnType<typeof createAppMetrics>;

/** Measures the app of one process that serves requests. */
export function createAppMetrics(clock: Pick<Clock, 'monotonic'>) {
  const requests = new Histogram(metricTable.requestDuration);
  const refused = new Counter(metricTable.refused);
  const acts = new Histogram(metricTable.acts);
  const traffic = createTraffic();
  let transfers = 0;
  let damageFound = 0;
  let askReadiness: Readiness | undefined;
  let lastReport: ReadinessReport | undefined;

  function secondsSince(startedAt: number): number {
    return (clock.monotonic() - startedAt) / 1000;
  }

  return {
    /** For every request that has ended. */
    onRequestEnd: ({ request, response, startedAt }: InFlightRequest, outcome: Outcome): void => {
      const { route } = request;
      const method = methods.has(request.method) ? request.method : 'other';
      const { statusCode } = response;
      const status =
        outcome === 'answered' ? (statusClasses[Math.trunc(statusCode / 100)] ?? '5xx') : 'aborted';
      requests.observe(secondsSince(startedAt), route, method, status);
      if (statusCode === 429) refused.increment(route, 'too_many_requests');
      if (statusCode === 503) refused.increment(route, 'unavailable');
    },

    /** For every file that turned out to be damaged when it was read. */
    onDamage: (): void => {
      damageFound += 1;
    },

    /** Counts the bytes of its connections. */
    watchServer(server: Server): void {
      traffic.watch(server);
    },

    /** Counts the transfers that hold a slot. */
    watchSlots(slots: TransferSlots): TransferSlots {
      return {
        async take(claim) {
          const release = await slots.take(claim);
          transfers += 1;
          let isHeld = true;
          return () => {
            if (isHeld) transfers -= 1;
            isHeld = false;
            release();
          };
        },
      };
    },

    /** Measures the commands that it runs. */
    watchRunner<Runner extends CommandRunner>(runner: Runner): Runner {
      async function run<Input, Result>(
        command: Command<Input, Result>,
        input: Input,
        blobsStored?: Promise<void>,
      ): Promise<Result> {
        const startedAt = clock.monotonic();
        const act = actOf.get(command.name);
        function observe(outcome: 'done' | 'refused' | 'failed'): void {
          if (act !== undefined) acts.observe(secondsSince(startedAt), act, outcome);
        }
        try {
          const result = await runner.run(command, input, blobsStored);
          observe('done');
          return result;
        } catch (error) {
          const isRefusal = error instanceof ValiseError && error.code !== 'unavailable';
          observe(isRefusal ? 'refused' : 'failed');
          throw error;
        }
      }
      return { ...runner, run };
    },

    /** Shows what this process is ready for. */
    watchReadiness(readiness: Readiness): void {
      askReadiness = readiness;
    },

    /** All that was measured. Does not wait for the checks of readiness: it shows their last results. */
    snapshot(): MetricSnapshot[] {
      const checks = Object.entries(lastReport?.checks ?? {});
      askReadiness?.().then(
        (report) => {
          lastReport = report;
        },
        () => {
          lastReport = undefined;
        },
      );
      const { received, sent, connections } = traffic.read();
      return [
        requests.snapshot(),
        refused.snapshot(),
        acts.snapshot(),
        single(metricTable.received, received),
        single(metricTable.sent, sent),
        single(metricTable.connections, connections),
        single(metricTable.transfers, transfers),
        single(metricTable.damageFound, damageFound),
        snapshotOf(
          metricTable.ready,
          checks.map(([check, result]) => [{ check }, result === 'ok' ? 1 : 0]),
        ),
      ];
    },
  };
}

/** Counts bytes by connection, which costs a request nothing. */
function createTraffic() {
  /** What was counted of each open connection. */
  const counted = new Map<Socket, { received: number; sent: number }>();
  const totals = { received: 0, sent: 0 };

  function count(socket: Socket): void {
    const before = counted.get(socket);
    if (before === undefined) return;
    const { bytesRead: received, bytesWritten: sent } = socket;
    totals.received += received - before.received;
    totals.sent += sent - before.sent;
    counted.set(socket, { received, sent });
  }

  return {
    watch(server: Server): void {
      // Under TLS, the inner socket counts what was decrypted and what is to be encrypted.
      const event = 'setSecureContext' in server ? 'secureConnection' : 'connection';
      server.on(event, (socket: Socket) => {
        counted.set(socket, { received: 0, sent: 0 });
        socket.once('close', () => {
          count(socket);
          counted.delete(socket);
        });
      });
    },

    read() {
      for (const socket of counted.keys()) count(socket);
      return { ...totals, connections: counted.size };
    },
  };
}
