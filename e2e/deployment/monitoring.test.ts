import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { readDocument } from './example.ts';
import { missingProgram } from './missing-program.ts';

/** The metrics of docs/metrics.md, which is generated from the code, with their labels. */
const labelsOf = new Map<string, readonly string[]>();
const rows = /^\| `(valise_\w+)` +\| (\w+) +\| ([^|]*)\|/gm;
for (const [, name = '', type = '', listed = ''] of readDocument('docs/metrics.md').matchAll(
  rows,
)) {
  const labels = [...listed.matchAll(/`(\w+)`/g)].map(([, label = '']) => label);
  if (type === 'histogram') {
    labelsOf.set(`${name}_bucket`, [...labels, 'le']);
    labelsOf.set(`${name}_sum`, labels).set(`${name}_count`, labels);
  } else {
    labelsOf.set(name, labels);
  }
}
/** Prometheus adds these itself. */
labelsOf.set('up', []);
const addedLabels = ['instance', 'job'];

const words = new Set(
  'sum min max avg by without rate increase changes offset histogram_quantile predict_linear min_over_time max_over_time time absent or and unless'.split(
    ' ',
  ),
);

/** The faults of an expression: names that no metric has, and labels that its metrics do not have. */
function findFaults(expression: string): string[] {
  const faults: string[] = [];
  const used: string[] = [];
  const bare = expression
    .replaceAll(/\b(\w+)\{([^}]*)\}/g, (_, name: string, matchers: string) => {
      for (const [, label = ''] of matchers.matchAll(/\b(\w+)\s*(?:=~|!~|!=|=)\s*"[^"]*"/g)) {
        if (!addedLabels.includes(label) && labelsOf.get(name)?.includes(label) !== true) {
          faults.push(`${name} has no label ${label}`);
        }
      }
      return name;
    })
    .replaceAll(/\[[^[\]]*\]/g, '')
    .replaceAll(/\b\d[\w.]*/g, '')
    .replaceAll(/\bby \(([^)]*)\)/g, (_, labels: string) => {
      used.push(...labels.split(',').map((label) => label.trim()));
      return '';
    });
  const names = [...bare.matchAll(/[a-zA-Z_]\w*/g)]
    .map(([name]) => name)
    .filter((name) => !words.has(name));
  for (const name of names) if (!labelsOf.has(name)) faults.push(`there is no metric ${name}`);
  const known = [...addedLabels, ...names.flatMap((name) => labelsOf.get(name) ?? [])];
  for (const label of used)
    if (!known.includes(label)) faults.push(`no metric here has a label ${label}`);
  return faults;
}

const rules = readDocument('deploy/monitoring/valise-alerts.yml');
const alerts = [...rules.matchAll(/^ {6}- alert: (\w+)$/gm)].map(([, name = '']) => name);
const dashboard = JSON.parse(readDocument('deploy/monitoring/valise-dashboard.json')) as {
  panels: { title: string; targets: { expr: string; legendFormat: string }[] }[];
};

test('the check notices a metric and a label that do not exist', () => {
  assert.ok(labelsOf.size > 30, 'the table of metrics was found');
  assert.deepEqual(
    findFaults('sum by (lane) (rate(valise_deliveries_total{outcome="sent"}[5m]))'),
    [],
  );
  assert.deepEqual(findFaults('rate(valise_mails_total[5m])'), [
    'there is no metric valise_mails_total',
  ]);
  assert.deepEqual(findFaults('valise_ready{route="/"} == 0'), ['valise_ready has no label route']);
  assert.deepEqual(findFaults('max by (lane) (valise_ready)'), ['no metric here has a label lane']);
});

test('every alert has an expression over metrics that exist, and says what to do', () => {
  assert.ok(alerts.length > 20);
  for (const alert of rules.split(/^ {6}- alert: /m).slice(1)) {
    const [name = ''] = alert.split('\n');
    const [, expression = assert.fail(`${name} has no expression`)] =
      /^ {8}expr: (.+)$/m.exec(alert) ?? [];
    assert.deepEqual(findFaults(expression), [], name);
    assert.match(alert, /^ {8}for: \d+[mh]$/m, name);
    assert.match(alert, /severity: (?:page|ticket) \}$/m, name);
    const [, summary = ''] = /^ {10}summary: '(.+)'$/m.exec(alert) ?? [];
    const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) =>
      labels.split(', '),
    );
    for (const [, label = ''] of summary.matchAll(/\$labels\.(\w+)/g)) {
      const isKept =
        grouped.length === 0 ? !/\b(?:sum|max|min)\(/.test(expression) : grouped.includes(label);
      assert.ok(isKept, `${name}: its expression has no label ${label}`);
    }
  }
});

test('each alert links a section of the runbook, and each exit status has one', () => {
  const runbook = readDocument('docs/runbook.md');
  const anchors = [...runbook.matchAll(/^### (.+)$/gm)].map(([, heading = '']) =>
    heading.toLowerCase().replaceAll(' ', '-'),
  );
  const links = [...rules.matchAll(/^ {10}runbook: docs\/runbook\.md#(\S+)$/gm)];
  assert.deepEqual(
    links.map(([, anchor]) => anchor),
    alerts.map((name) => name.toLowerCase()),
  );
  const listed = readDocument('docs/commands.md').matchAll(/^ {2,3}([1-9]\d*) {2}\S/gm);
  const numbers = new Set([...listed].map(([, number = '']) => Number(number)));
  const statuses = [...numbers].sort((one, other) => one - other).map((n) => `exit-status-${n}`);
  assert.ok(statuses.length >= 7);
  assert.deepEqual(
    anchors,
    [...alerts.map((name) => name.toLowerCase()), ...statuses],
    'sections of the runbook',
  );
});

test(
  'alerts fire when they should, and none while all is well',
  { skip: missingProgram('promtool') },
  () => {
    const { status, stdout, stderr } = spawnSync(
      'promtool',
      ['test', 'rules', 'valise-alerts.test.yml'],
      { cwd: join(import.meta.dirname, '../../deploy/monitoring'), encoding: 'utf8' },
    );
    assert.equal(status, 0, stdout + stderr);
    const expected = readDocument('deploy/monitoring/valise-alerts.test.yml');
    for (const name of alerts) {
      assert.equal(expected.match(new RegExp(`alertname: ${name}\\b`, 'g'))?.length, 2, name);
    }
  },
);

test('every panel of the dashboard shows metrics that exist', () => {
  assert.ok(dashboard.panels.length > 10);
  for (const { title, targets } of dashboard.panels) {
    assert.ok(targets.length > 0, title);
    for (const { expr } of targets) assert.deepEqual(findFaults(expr), [], `${title}: ${expr}`);
  }
});
