import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench } from './cases/case.ts';
import { cases } from './cases/cases.ts';
import { contest } from './contest.ts';
import { describeMachine } from './machine.ts';
import type { Options } from './options.ts';
import { UsageError, help, parseOptions } from './options.ts';
import { findNginx } from './references/nginx-program.ts';
import { writeFigures } from './report/figures-block.ts';
import type { CaseReport, Report } from './report/report.ts';
import { rateOf, reportCase } from './report/report.ts';
import { renderMarkdown, renderText } from './report/table.ts';
import { formatRate } from './report/units.ts';
import { createTestFile, demandRoom } from './test-file.ts';

function say(text: string): void {
  process.stderr.write(`bench: ${text}\n`);
}

async function measure(options: Options, scratchDir: string): Promise<Report> {
  const { sizeBytes, rounds, loadSeconds, connections } = options;
  const nginx = await findNginx(say);
  if (nginx === undefined) say('going on without nginx: Valise is measured alone.');
  const startedAt = new Date().toISOString();
  const machine = await describeMachine(nginx);

  const path = join(scratchDir, 'random.bin');
  let testFile: ReturnType<typeof createTestFile> | undefined;
  let servers = 0;
  const bench: Bench = {
    loadSeconds,
    connections,
    nginx,
    testFile: () => (testFile ??= createTestFile(path, sizeBytes)),
    async newDir(name) {
      const dir = join(scratchDir, `${String((servers += 1))}-${name}`);
      await mkdir(dir, { mode: 0o700 });
      return dir;
    },
  };
  await demandRoom(path, { sizeBytes, copies: rounds + 4 });

  const reports: CaseReport[] = [];
  for (const each of cases.filter(({ name }) => options.only.includes(name))) {
    say(`${each.name}: starting …`);
    const sides = await contest(await each.start(bench), rounds, (round, name, trial) => {
      say(`${each.name}, round ${round}: ${name} ${formatRate(each.unit, rateOf(trial))}`);
    });
    reports.push(reportCase(each, sides));
  }
  const settings = { sizeBytes, rounds, loadSeconds, connections };
  return { startedAt, machine, settings, cases: reports };
}

async function main(args: readonly string[]): Promise<void> {
  const options = parseOptions(args);
  if (options === undefined) {
    process.stdout.write(help);
    return;
  }
  const scratchDir = await mkdtemp(join(tmpdir(), 'valise-bench-'));
  process.once('exit', () => {
    rmSync(scratchDir, { recursive: true, force: true });
  });
  const report = await measure(options, scratchDir);
  process.stdout.write(`\n${renderText(report)}`);
  if (options.jsonFile !== undefined) {
    await writeFile(options.jsonFile, `${JSON.stringify(report, undefined, 2)}\n`);
  }
  if (options.markdownFile !== undefined) {
    await writeFigures(options.markdownFile, renderMarkdown(report));
  }
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
