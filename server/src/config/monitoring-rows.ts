import { listenPlace } from './setting.ts';
import type { Row } from './setting.ts';

/** The settings of what watches a server. */
export const monitoringRows = {
  metricsListen: {
    doc: 'Where Prometheus finds metrics: an address and a port, such as `127.0.0.1:9464`. They are at `/metrics` there, over plain HTTP, and nowhere on the address of the service. On an address that other machines reach it needs `metricsTokenFile`. Unless set, nothing is measured.',
    kind: listenPlace,
  },
  metricsToken: {
    doc: 'What Prometheus must send as a bearer token.',
    secret: 'main',
  },
} as const satisfies Record<string, Row>;
