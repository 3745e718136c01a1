import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench, Case, Scale } from './cases/case.ts';
import { ownDrops } from './cases/growth.ts';
import { createCertificate } from './certificate.ts';
import type { Trial } from './contest.ts';
import { contest } from './contest.ts';
import type { HostKind } from './file-host.ts';
import { fillStore } from './fill-store.ts';
import type { CaseReport } from './report/report.ts';
import { reportCase } from './report/report.ts';
import { createTestFile } from './test-file.ts';
import { createValiseData } from './valise.ts';

interface Measurement {
  cases: readonly Case[];
  scale: Scale;
  hosts: readonly HostKind[];
  /** A folder that is empty, and that somebody removes. */
  scratchDir: string;
  report: (measured: Case, round: number, name: string, trial: Trial) => void;
  say: (text: string) => void;
}

/** Runs cases one after another, each with servers and folders of its own. */
export async function measureCases(measurement: Measurement): Promise<CaseReport[]> {
  const { cases, scale, hosts, scratchDir, report, say } = measurement;
  const keptDir = join(scratchDir, 'kept');
  await mkdir(keptDir);
  const testFile = once((sizeBytes: number) =>
    createTestFile(join(keptDir, `random-${sizeBytes}.bin`), sizeBytes),
  );
  const certificate = once(() => createCertificate(keptDir));
  const filledStore = once(async (drops: number) => {
    say(`filling a store with ${drops.toLocaleString('en')} drops …`);
    const dataDir = join(keptDir, `store-${drops}`);
    await createValiseData(dataDir);
    await fillStore(dataDir, { own: ownDrops, others: drops });
    return dataDir;
  });

  const reports: CaseReport[] = [];
  for (const each of cases) {
    say(`${each.name}: starting …`);
    const caseDir = join(scratchDir, each.name);
    await mkdir(caseDir);
    let folders = 0;
    const bench: Bench = {
      scale,
      hosts,
      testFile,
      certificate: () => certificate(0),
      filledStore,
      async newDir(name) {
        const dir = join(caseDir, `${(folders += 1)}-${name.replace('/', '-')}`);
        await mkdir(dir, { mode: 0o700 });
        return dir;
      },
    };
    const sides = await contest(
      await each.start(bench),
      { warmUps: each.warmUps ?? 1, rounds: scale.rounds },
      (round, name, trial) => {
        report(each, round, name, trial);
      },
    );
    reports.push(reportCase(each, sides));
    await rm(caseDir, { recursive: true });
  }
  return reports;
}

/** Makes something for a number on first use, and the same from then on. */
function once<Made>(make: (number: number) => Promise<Made>): (number: number) => Promise<Made> {
  const made = new Map<number, Promise<Made>>();
  return (number) => {
    const known = made.get(number) ?? make(number);
    made.set(number, known);
    return known;
  };
}
