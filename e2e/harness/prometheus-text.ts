import assert from 'node:assert/strict';

/** One line of a scrape. */
export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const names = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const sampleLine = new RegExp(`^(${names})(?:\\{(.*)\\})? (\\S+)$`);
const labelPair = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/;
const suffixes = { histogram: /_(?:bucket|sum|count)$/, counter: /$^/, gauge: /$^/ };

/**
 * Reads the text format of Prometheus 0.0.4, and fails on whatever its own parser would refuse: a sample
 * without a type, a type that comes twice or late, a pair of labels that is not escaped, a series that comes twice.
 */
export function parseMetrics(text: string): Sample[] {
  assert.ok(text.endsWith('\n'), 'the last line ends');
  const types = new Map<string, keyof typeof suffixes>();
  const seen = new Set<string>();
  const samples: Sample[] = [];
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('# HELP ')) continue;
    const [, typed, type] = new RegExp(`^# TYPE (${names}) (\\w+)$`).exec(line) ?? [];
    if (typed !== undefined) {
      assert.ok(type !== undefined && type in suffixes, line);
      assert.ok(!types.has(typed), `${typed} has one type`);
      types.set(typed, type as keyof typeof suffixes);
      continue;
    }
    const [, name = '', labels = '', value = ''] = sampleLine.exec(line) ?? [];
    assert.notEqual(name, '', `is no sample: ${line}`);
    const isTyped =
      types.has(name) || types.get(name.replace(suffixes.histogram, '')) === 'histogram';
    assert.ok(isTyped, `has no type: ${line}`);
    assert.match(value, /^(?:[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?|[-+]Inf|NaN)$/, line);
    const series = `${name}{${labels}}`;
    assert.ok(!seen.has(series), `comes twice: ${series}`);
    seen.add(series);
    samples.push({
      name,
      labels: parseLabels(labels),
      value: Number(value.replace('Inf', 'Infinity')),
    });
  }
  return samples;
}

function parseLabels(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  let rest = text;
  while (rest !== '') {
    const [whole, name = '', value = ''] = labelPair.exec(rest) ?? [];
    assert.ok(whole !== undefined, `are no labels: ${rest}`);
    assert.ok(!(name in labels), `${name} comes twice`);
    labels[name] = value.replaceAll(/\\(.)/g, (_, each: string) => (each === 'n' ? '\n' : each));
    rest = rest.slice(whole.length);
  }
  return labels;
}

/** The sum of the samples of a name that have these labels. */
export function sumOf(
  samples: readonly Sample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  return samples
    .filter((sample) => sample.name === name)
    .filter((sample) =>
      Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
    )
    .reduce((sum, { value }) => sum + value, 0);
}
