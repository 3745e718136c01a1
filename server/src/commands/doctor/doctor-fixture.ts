import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { day } from '../../domain/model/clock.ts';
import type { Dispatch } from '../../domain/model/dispatch.ts';
import type { StoredFile } from '../../domain/model/file.ts';
import { expiryBucket } from '../../domain/model/key-ring.ts';
import { openInstallation } from '../../compose/installation.ts';
import { systemClock, systemRandomness } from '../../platform/system.ts';
import { sampleDispatch } from '../../testing/samples.ts';
import { createSealedVault } from '../../sealing/vault/sealed-vault.ts';
import type { CommandLine } from '../command-fixture.ts';
import { openCommandLine } from '../command-fixture.ts';
import type { FileComparison } from './compare-files.ts';
import type { Finding } from './finding.ts';
import { embeddedStores } from '../../stores/store-settings.ts';
import { finishFile } from '../../testing/finished.ts';

export interface Report {
  status: string;
  findings: Finding[];
  files?: FileComparison;
}

export async function openHealthy(t: TestContext): Promise<CommandLine> {
  const line = await openCommandLine(t);
  await line.type('account add a@example.com 46700000001');
  return line;
}

/** The doctor's findings, and its exit status. Port 0: other programs on this machine do not matter. */
export async function examine(line: CommandLine, flags = ''): Promise<Report & { exit: number }> {
  const port = flags.includes('--port') ? '' : '--port 0';
  const typed = `doctor --json --min-free-space 1 ${port} ${flags}`.trim().replaceAll(/ +/g, ' ');
  const { status, stdout, stderr } = await line.type(typed);
  assert.equal(stderr, '');
  return { ...(JSON.parse(stdout) as Report), exit: status };
}

export function findingOf({ findings }: Report, check: string): Finding {
  const finding = findings.find((candidate) => candidate.check === check);
  assert.ok(finding, `nothing was said about ${check}`);
  return finding;
}

/** Expects one kind of finding about `check`, with the exit status that goes with it. */
export async function expectFinding(
  line: CommandLine,
  check: string,
  status: Finding['status'],
  says: RegExp,
  flags?: string,
): Promise<Report> {
  const report = await examine(line, flags);
  const finding = findingOf(report, check);
  assert.equal(finding.status, status, JSON.stringify(report.findings));
  assert.match(`${finding.message} ${finding.remedy ?? ''}`, says);
  assert.equal(report.exit, report.findings.some((found) => found.status === 'problem') ? 7 : 0);
  for (const { status: kind, remedy } of report.findings) {
    assert.equal(remedy !== undefined, kind !== 'ok', 'what is wrong comes with a remedy');
  }
  return report;
}

export interface StoredExchange {
  line: CommandLine;
  drop: Dispatch;
  files: StoredFile[];
  pathOf: (file: StoredFile) => string;
}

/** Real files, sealed and stored: half of them were sent with a drop, the others are in the tray. */
export async function openWithFiles(
  t: TestContext,
  sizes: readonly number[],
): Promise<StoredExchange> {
  const line = await openHealthy(t);
  const { dataDir } = line;
  const place = { stores: embeddedStores(dataDir), keyDir: join(dataDir, 'keys') };
  const world = { clock: systemClock, randomness: systemRandomness };
  const installation = await openInstallation({ ...place, ...world }, { create: false });
  const { database, blobs, id: installId, keys } = installation;
  const [alice] = await database.accounts.list();
  assert.ok(alice);
  const createdAt = systemClock.now();
  const drop = sampleDispatch(alice, 'drop', { createdAt, expiresAt: createdAt + 2 * day });
  await database.dispatches.add(drop, []);
  const vault = createSealedVault({ blobs, installId, randomness: systemRandomness });
  const keyBucket = expiryBucket(drop.expiresAt);
  const bucket = await keys.keyRing.ensure(keyBucket);
  const files: StoredFile[] = [];
  for (const [at, size] of sizes.entries()) {
    const intake = vault.begin();
    await intake.write([Buffer.alloc(size, at)]);
    const { id, fileKey, sha256, sizeBytes } = await finishFile(intake);
    const wrappedKey = bucket.wrap(fileKey, { fileId: id, accountId: alice.id });
    const [name, mediaType] = [`file-${at}.bin`, 'application/octet-stream'];
    const content = {
      folder: '',
      sizeBytes,
      sha256,
      wrappedKey,
      keyBucket,
      store: blobs.name,
      segments: undefined,
    };
    const dispatchId = at % 2 === 0 ? drop.id : undefined;
    const file = { id, accountId: alice.id, dispatchId, name, mediaType, ...content, createdAt };
    await (dispatchId === undefined
      ? database.files.addToTray(file)
      : database.files.addToDispatch(file));
    files.push(file);
  }
  await installation.close();
  const blobDir = join(dataDir, 'blobs');
  return { line, drop, files, pathOf: ({ id }) => join(blobDir, id.slice(0, 2), id) };
}
