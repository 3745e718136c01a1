import { rmSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { casesBeside } from './beside.ts';
import { cases } from './cases/cases.ts';
import { endEngines } from './engines.ts';
import type { HostKind } from './file-host.ts';
import { describeMachine } from './machine.ts';
import { measureCases } from './measure.ts';
import type { Options } from './options.ts';
import { UsageError, help, parseOptions } from './options.ts';
import { nginxHost } from './references/nginx.ts';
import { findNginx, readNginxVersion } from './references/nginx-program.ts';
import { findTus } from './references/tus-package.ts';
import { tusHost } from './references/tus.ts';
import { renderComparison } from './report/compare.ts';
import { demandPlace, renderText, writeDocument } from './report/document.ts';
import type { Report } from './report/report.ts';
import { rateOf } from './report/report.ts';
import { formatRate } from './report/units.ts';
import { demandRoom } from './test-file.ts';
import { valiseHost } from './valise-host.ts';

function say(text: string): void {
  process.stderr.write(`bench: ${text}\n`);
}

/** Valise and the references that can be had, and what each of them is called. */
async function bringHosts(): Promise<{ hosts: HostKind[]; references: string[] }> {
  const [nginx, tus] = [await findNginx(say), await findTus(say)];
  if (nginx === undefined || tus === undefined) say('going on without a reference.');
  return {
    hosts: [
      valiseHost,
      ...(nginx === undefined ? [] : [nginxHost(nginx)]),
      ...(tus === undefined ? [] : [tusHost(tus.dir)]),
    ],
    references: [
      nginx === undefined ? 'no nginx' : await readNginxVersion(nginx),
      tus === undefined ? 'no @tus/server' : `@tus/server ${tus.version}`,
    ],
  };
}

async function measure({ scale, only, besideDir }: Options, scratchDir: string): Promise<Report> {
  // The most at one time: everybody's uploads of one case, and what is kept for all cases.
  await demandRoom(scratchDir, { sizeBytes: scale.sizeBytes, copies: 2 * (scale.rounds + 3) + 6 });
  const { hosts, references } =
    besideDir === undefined ? await bringHosts() : { hosts: [valiseHost], references: [] };
  const startedAt = new Date().toISOString();
  const machine = await describeMachine(references);
  const chosen = cases.filter(({ name }) => only.includes(name));
  const reports = await measureCases({
    cases: besideDir === undefined ? chosen : await casesBeside(besideDir, chosen),
    scale,
    hosts,
    scratchDir,
    say,
    report({ name, unit }, round, side, trial) {
      say(`${name}, round ${round}: ${side} ${formatRate(unit, rateOf(trial))}`);
    },
  });
  return { startedAt, machine, scale, cases: reports };
}

async function main(args: readonly string[]): Promise<void> {
  const options = parseOptions(args);
  if (options === undefined) {
    process.stdout.write(help);
    return;
  }
  const { jsonFile, compareFile, markdownFile } = options;
  if (markdownFile !== undefined) await demandPlace(markdownFile);
  const earlier = compareFile === undefined ? undefined : await readReport(compareFile);
  const scratchDir = await mkdtemp(join(tmpdir(), 'valise-bench-'));
  process.once('exit', () => {
    rmSync(scratchDir, { recursive: true, force: true });
  });
  const report = await measure(options, scratchDir).finally(endEngines);
  if (jsonFile !== undefined) {
    await writeFile(jsonFile, `${JSON.stringify(report, undefined, 2)}\n`);
  }
  process.stdout.write(`\n${renderText(report)}\n`);
  if (earlier !== undefined) process.stdout.write(`\n${renderComparison(earlier, report)}`);
  if (markdownFile !== undefined) await writeDocument(markdownFile, report);
}

async function readReport(path: string): Promise<Report> {
  return JSON.parse(await readFile(path, 'utf8')) as Report;
}

// Being interrupted is an end like any other: what listens for `exit` stops servers and cleans up.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => process.exit(1));
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  say(`${error.message}. See --help.`);
  process.exitCode = 2;
}
