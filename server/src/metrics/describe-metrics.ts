import type { LabelName, MetricRow } from './metric-table.ts';
import { labelValues, metricTable } from './metric-table.ts';

const origins = {
  'route table': 'a pattern of [routes.md](routes.md), or `unknown`',
  readiness: 'a part that `/readyz` names',
  build: 'of the program',
} as const;

function describeValues(label: LabelName): string {
  const values = labelValues[label];
  return typeof values === 'string'
    ? origins[values]
    : values.map((value) => `\`${value}\``).join(', ');
}

/** docs/metrics.md. */
export function metricsAsMarkdown(): string {
  const rows: readonly MetricRow[] = Object.values(metricTable);
  const metrics = rows.map(
    ({ name, type, labels, help }) =>
      `| \`${name}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help} |`,
  );
  const labels = Object.keys(labelValues).map(
    (label) => `| \`${label}\` | ${describeValues(label as LabelName)} |`,
  );
  return `# Metrics

Generated from the code by \`npm run docs\`. What Prometheus reads at \`metricsListen\`; [deployment.md](deployment.md#7-monitoring) says how it is set up.

- Values of several workers are one: counters and histograms are sums, and so are most gauges; of delays the longest counts, of checks the worst.
- Counters begin at 0 when the server starts. While it runs they never go back: what a worker that died had counted by the last scrape stays in the sums, and what it counted after that is
  lost.
- A worker that does not answer within 2 s is shown as it last was, and counts in \`valise_workers_silent\`.
- What the stores are asked for (outbox, expiry, garbage, storage, keys, audit) is read at most every 15 s. A value that cannot be read is absent, and not 0.

| metric | type | labels | meaning |
|---|---|---|---|
${metrics.join('\n')}

## Labels

No label holds an account, an address, a link or a name of a file.

| label | values |
|---|---|
${labels.join('\n')}
`;
}
