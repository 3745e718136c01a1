import { parseServiceUrl } from './addresses.ts';
import { listenPlace } from './setting.ts';
import type { Kind, Row } from './setting.ts';

/** A share: `0.1` is a tenth. */
const ratio: Kind<number> = {
  expects: 'a number from 0 to 1',
  read(written) {
    const isNumber = typeof written === 'string' && /^\d+(?:\.\d+)?$/.test(written);
    const value = isNumber ? Number(written) : written;
    return typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined;
  },
};

const tracesEndpoint: Kind<string> = {
  expects:
    'an https or http address without query or credentials, which belong in the file that tracesHeadersFile names',
  read: parseServiceUrl,
  mayHoldSecret: true,
};

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
  tracesEndpoint: {
    doc: 'Where OpenTelemetry traces are sent, over OTLP as JSON over HTTP: the whole address, such as `http://127.0.0.1:4318/v1/traces`. They hold what was done and how long it took, and no names, addresses or links: see [traces.md](traces.md). Unless set, nothing is traced.',
    kind: tracesEndpoint,
  },
  tracesHeaders: {
    doc: 'Headers that are sent with traces, such as an access token: lines of `Name: value`.',
    secret: 'everywhere',
  },
  tracesRatio: {
    doc: 'The share of requests and jobs that are traced; `0.1` is a tenth. Where a proxy in `trustedProxies` sends `traceparent`, it decides.',
    kind: ratio,
    default: 1,
  },
} as const satisfies Record<string, Row>;
