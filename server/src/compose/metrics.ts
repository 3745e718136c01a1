import { X509Certificate } from 'node:crypto';

import type { Logger } from 'pino';
import type { Config } from '../config/settings.ts';
import type { Instant } from '../domain/model/clock.ts';
import { createInstallationMetrics } from '../metrics/installation-metrics.ts';
import type { MetricsListener } from '../metrics/metrics-listener.ts';
import { openMetricsListener } from '../metrics/metrics-listener.ts';
import type { MeasuredServer, ServerMetrics } from '../metrics/server-metrics.ts';
import { createServerMetrics } from '../metrics/server-metrics.ts';
import { readProgramVersion } from '../platform/program-version.ts';
import type { TlsIdentity } from '../platform/tls-identity.ts';
import type { Installation } from './installation.ts';

/** The metrics of a server, which are served. */
export interface ListeningMetrics extends Pick<ServerMetrics, 'onDelivery'>, MetricsListener {
  /** To be called once, when the server serves requests. */
  watch(server: Omit<MeasuredServer, 'certificateEnd'> & { tls: TlsIdentity | undefined }): void;
  /** The server has another certificate from now on. */
  useTls(tls: TlsIdentity): void;
}

/** The composition root of metrics in the main process. Listens at once. */
export async function composeMetrics(
  { database, blobs, keys, clock }: Installation,
  { metricsToken }: Config,
  address: { host: string; port: number },
  log: Logger,
): Promise<ListeningMetrics> {
  const { keyRing } = keys;
  const metrics = createServerMetrics({
    stores: { database, blobs },
    readInstallation: createInstallationMetrics({ database, blobs, keyRing, clock, log }),
    program: await readProgramVersion(),
    clock,
  });
  const listener = await openMetricsListener(address, {
    token: metricsToken?.reveal(),
    render: metrics.render,
    log,
  });
  log.info({ address: listener.url }, 'metrics are served');
  let certificateEnd: Instant | undefined;
  return {
    ...listener,
    onDelivery: (lane, outcome) => {
      metrics.onDelivery(lane, outcome);
    },
    watch({ tls, ...server }) {
      certificateEnd = tls && certificateEndOf(tls);
      metrics.watch({ ...server, certificateEnd: () => certificateEnd });
    },
    useTls(tls) {
      certificateEnd = certificateEndOf(tls);
    },
  };
}

function certificateEndOf({ cert }: TlsIdentity): Instant {
  return new X509Certificate(cert).validToDate.getTime();
}
