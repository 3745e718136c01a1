/** What `npm test` runs: passes, each over some of the test files. */

import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { chooseWorkers } from '../e2e/harness/choose-workers.ts';
import { missingForCluster } from '../e2e/harness/cluster.ts';
import { postgresForTests } from '../server/src/testing/postgres-for-tests.ts';

const root = join(import.meta.dirname, '..');

/** An engine that all files of a pass use. */
export interface SharedEngine {
  /** Why it cannot run here. The pass is skipped then, which fails a run in CI. */
  missing: string | false;
  /** Starts it and says in the environment where it is. */
  start(): Promise<void>;
  end(): Promise<void>;
}

export interface Pass {
  /** Printed before the pass. */
  title: string;
  patterns: readonly string[];
  /** Files that the patterns find and that the pass leaves out. */
  except: readonly string[];
  env: Readonly<Record<string, string>>;
  engine?: SharedEngine;
  /** The Node that runs it, where that is another than usual. */
  node?: OtherNode;
}

interface OtherNode {
  path: string;
  /** Why it is not here. The pass is skipped then, which fails a run in CI. */
  missing: string | false;
}

const oldestNodePath = join(root, 'node_modules/oldest-node/bin/node');
/** The oldest Node that Valise runs on, as set-up brings it for development. */
const oldestNode: OtherNode = {
  path: oldestNodePath,
  missing: existsSync(oldestNodePath) ? false : 'set-up brought no older Node',
};

const unitPatterns = [
  'e2e/*.test.ts',
  'bench/**/*.test.ts',
  'server/**/*.test.ts',
  'scripts/**/*.test.ts',
  'web/**/*.test.js',
  'protocol/**/*.test.ts',
  'client/**/*.test.ts',
];

/** Start no server: they are about commands and the files of deploy/. */
export const startNone = [
  'e2e/deployment/backup-safety.test.ts',
  'e2e/deployment/bundle.test.ts',
  'e2e/deployment/compose.test.ts',
  'e2e/deployment/guide.test.ts',
  'e2e/deployment/kubernetes.test.ts',
  'e2e/deployment/service-unit.test.ts',
];

/** Are about what a start or a command refuses, which it does before there are workers. */
const refuse = [
  'e2e/deployment/unsafe-settings.test.ts',
  'e2e/resilience/cut-trail.test.ts',
  'e2e/resilience/older-schema.test.ts',
  'e2e/resilience/wrong-database.test.ts',
];

/** Are about how a request is read, or a file written and read again: one process does that by itself. */
const ofOneProcess = [
  'e2e/deployment/expired-in-backup.test.ts',
  'e2e/hostile/authorization.test.ts',
  'e2e/hostile/file-names.test.ts',
  'e2e/hostile/methods.test.ts',
  'e2e/hostile/multipart.test.ts',
  'e2e/hostile/paths.test.ts',
  'e2e/hostile/prototype-names.test.ts',
  'e2e/hostile/ranges.test.ts',
  'e2e/hostile/smuggling.test.ts',
  'e2e/hostile/spoofed-origins.test.ts',
  'e2e/resilience/big-file.test.ts',
];

/** Read, replace or damage files of SQLite, or are about backups of them and the disk that they need. */
const ofSqlite = [
  'e2e/client/sandbox.test.ts',
  'e2e/deployment/backup-safety.test.ts',
  'e2e/deployment/expired-in-backup.test.ts',
  'e2e/deployment/moved-installation.test.ts',
  'e2e/resilience/clock-ahead.test.ts',
  'e2e/resilience/cut-trail.test.ts',
  'e2e/resilience/full-disk.test.ts',
  'e2e/resilience/locks.test.ts',
  'e2e/resilience/older-schema.test.ts',
  'e2e/resilience/readiness.test.ts',
  'e2e/resilience/retention.test.ts',
  'e2e/resilience/wrong-database.test.ts',
];

/**
 * Are about processes that share a data folder, where one that is killed is gone at once. On PostgreSQL a lease has to
 * end first: killed-nodes, nodes and cluster-faults are about that.
 */
const ofOneMachine = [
  'e2e/resilience/hung-worker.test.ts',
  'e2e/resilience/kill-nine.test.ts',
  'e2e/resilience/resumable-upload.test.ts',
  'e2e/resilience/root-key.test.ts',
];

/**
 * Make so many requests, or measure so closely, that a database in another process takes most of their time and shows
 * in every figure.
 */
const ofManyRequests = [
  'e2e/hostile/authorization.test.ts',
  'e2e/hostile/broken-transfers.test.ts',
  'e2e/resilience/many-files.test.ts',
  'e2e/resilience/transfer-memory.test.ts',
];

const onSqliteOnly = [...ofSqlite, ...ofOneMachine, ...ofManyRequests];

/** Look at how pages are drawn. What the same pages do is in other files, which run in every pass. */
const lookAtPages = [
  'e2e/journeys/accent.test.ts',
  'e2e/journeys/contacts.test.ts',
  'e2e/journeys/longest-texts.test.ts',
  'e2e/journeys/looks.test.ts',
  'e2e/journeys/people-looks.test.ts',
  'e2e/journeys/upload-choices.test.ts',
];

/**
 * Go through pages in a browser. In one process, the tests of `server/src/http` ask for the same pages, and those of
 * `lookAtPages` open them in a browser.
 */
const inBrowsers = [
  'e2e/journeys/account-page.test.ts',
  'e2e/journeys/download.test.ts',
  'e2e/journeys/ended.test.ts',
  'e2e/journeys/firefox.test.ts',
  'e2e/journeys/languages.test.ts',
  'e2e/journeys/mail-outage.test.ts',
  'e2e/journeys/other-origins.test.ts',
  'e2e/journeys/resumed-upload.test.ts',
  'e2e/journeys/scanner.test.ts',
  'e2e/journeys/second-factor.test.ts',
  'e2e/journeys/upload.test.ts',
];

/** Are about nodes, and about programs beside a server: with its default of workers they prove no less. */
const besideServers = [
  'e2e/client/automation.test.ts',
  'e2e/client/command.test.ts',
  'e2e/client/executable.test.ts',
  'e2e/client/conformance.test.ts',
  'e2e/client/library.test.ts',
  'e2e/client/readme.test.ts',
  'e2e/client/sending.test.ts',
  'e2e/client/shipped.test.ts',
  'e2e/client/standard-input.test.ts',
  'e2e/client/tus-clients.test.ts',
  'e2e/deployment/backup.test.ts',
  'e2e/deployment/caddy.test.ts',
  'e2e/deployment/haproxy.test.ts',
  'e2e/deployment/monitoring.test.ts',
  'e2e/deployment/nginx.test.ts',
  'e2e/deployment/walkthrough.test.ts',
  'e2e/resilience/ended-keys.test.ts',
  'e2e/resilience/inbox-consumers.test.ts',
  'e2e/resilience/killed-nodes.test.ts',
  'e2e/resilience/letters-in-one-request.test.ts',
  'e2e/resilience/two-nodes.test.ts',
];

/** Start no process of ours: the application runs in that of the test. */
const inProcess = [
  'e2e/journeys/federated-sign-in.test.ts',
  'e2e/journeys/phone.test.ts',
  'e2e/journeys/send-page.test.ts',
];

export const passes: Readonly<Record<string, Pass>> = {
  workers: {
    title: 'Whole-server tests, on SQLite, with as many workers as a server has by itself:',
    patterns: ['e2e/*/**/*.test.ts'],
    except: without(
      [...chooseWorkers, ...startNone, ...refuse, ...ofOneProcess, ...lookAtPages, ...inProcess],
      onSqliteOnly,
    ),
    env: { E2E_WORKERS: 'default' },
  },
  single: {
    title: 'Whole-server tests, on PostgreSQL, with one worker:',
    patterns: ['e2e/*/**/*.test.ts'],
    except: [...onSqliteOnly, ...inBrowsers, ...besideServers],
    env: { TEST_DATABASE: 'postgres' },
    engine: postgresForTests,
  },
  units: {
    title: 'All other tests:',
    patterns: unitPatterns,
    except: [],
    env: {},
  },
  postgres: {
    title: 'Tests of HTTP, on PostgreSQL:',
    // Those that read and write rows. Whole-server tests do that for downloads.
    patterns: ['server/src/http/{api,app,cgi,link-pages,sign-in,tus,upload-page}/**/*.test.ts'],
    except: [
      // In a browser: what its pages do is in other files, too.
      'server/src/http/app/admin/admin-journey.test.ts',
      'server/src/http/app/admin/appearance-journey.test.ts',
      'server/src/http/app/send/anyone-journey.test.ts',
      'server/src/http/app/send/mail-preview-journey.test.ts',
      'server/src/http/app/send/pictures-journey.test.ts',
      'server/src/http/app/sent/sent-journey.test.ts',
      // Refused before a row is read.
      'server/src/http/link-pages/malformed-links.test.ts',
    ],
    env: { TEST_DATABASE: 'postgres' },
    engine: postgresForTests,
  },
  oldest: {
    title: 'Tests of what Node itself does for us, on the oldest one:',
    // Files, threads, processes, SQLite, ciphers and signals. The pass nightly runs all others there.
    patterns: [
      'protocol/**/*.test.ts',
      'server/src/{blobs/file,database/sqlite,platform,sealing,workers}/**/*.test.ts',
    ],
    except: [],
    env: {},
    node: oldestNode,
  },
  nightly: {
    title: 'All tests but those of whole servers, on the oldest Node:',
    patterns: unitPatterns,
    except: [],
    env: {},
    node: oldestNode,
  },
  cluster: {
    title: 'Tests of the contract, on PostgreSQL and Ceph, with three nodes behind HAProxy:',
    patterns: ['e2e/contract/*.test.ts'],
    except: [],
    env: { TEST_SERVERS: 'cluster' },
    engine: { ...postgresForTests, missing: missingForCluster },
  },
};

/**
 * What `npm test` runs side by side. The pass `cluster` is not among them: with its three nodes for each file it would
 * take longer than a change may wait. Nor is `nightly`.
 */
export const steps = ['single', 'check', 'workers', 'units', 'oldest', 'postgres'] as const;

/**
 * The files that take longest, longest first. They start before all others, so that none of them is left
 * to run alone at the end.
 */
export const longest = [
  'e2e/journeys/long-walk.test.ts',
  'e2e/resilience/kill-nine.test.ts',
  'e2e/journeys/people-looks.test.ts',
  'e2e/resilience/transfer-memory.test.ts',
  'e2e/resilience/wrong-database.test.ts',
  'e2e/resilience/slow-clients.test.ts',
  'e2e/resilience/cluster-faults.test.ts',
  'e2e/journeys/looks.test.ts',
  'e2e/resilience/bucket-away.test.ts',
  'e2e/journeys/longest-texts.test.ts',
  'e2e/journeys/send-page.test.ts',
  'e2e/hostile/authorization.test.ts',
  'e2e/journeys/second-factor.test.ts',
  'e2e/deployment/moved-installation.test.ts',
  'e2e/resilience/killed-nodes.test.ts',
  'e2e/resilience/big-file.test.ts',
  'e2e/resilience/many-files.test.ts',
  'e2e/resilience/resumable-upload.test.ts',
  'e2e/journeys/resumed-upload.test.ts',
  'e2e/journeys/upload-choices.test.ts',
  'e2e/resilience/shutdown.test.ts',
  'e2e/deployment/image.test.ts',
  'e2e/journeys/interrupted-drop.test.ts',
  'e2e/resilience/locks.test.ts',
  'e2e/hostile/smuggling.test.ts',
  'e2e/contract/csrf.test.ts',
  'e2e/contract/suite.test.ts',
  'e2e/contract/accounts.test.ts',
  'e2e/contract/tray.test.ts',
  'e2e/contract/desttime-unit.test.ts',
  'bench/smoke.test.ts',
  'server/src/stores/registry.test.ts',
  'server/src/http/routing/text-fields.test.ts',
  'server/src/domain/contacts/hostile-imports.test.ts',
];

/**
 * Unit tests that run in a process of their own: they measure processor time, in which the work of others would count,
 * change what the process has only once, or take long.
 */
export const alone = [
  'server/src/domain/contacts/contacts.test.ts',
  'server/src/domain/contacts/hostile-imports.test.ts',
  'server/src/domain/people/password-rules.test.ts',
  'server/src/http/multipart/part-headers.test.ts',
  'server/src/http/routing/text-fields.test.ts',
  'server/src/platform/system-clock-sync.test.ts',
  'server/src/sealing/vault/nonce-use.test.ts',
  'server/src/stores/registry.test.ts',
];

function without(files: readonly string[], taken: readonly string[]): string[] {
  return files.filter((file) => !taken.includes(file));
}

/** The files of a pass, in the order in which they start. */
export function filesOf({ patterns, except }: Pass): string[] {
  const found = patterns.flatMap((pattern) => {
    const files = globSync(pattern, { cwd: root, exclude: ['**/node_modules'] }).sort();
    if (files.length === 0) throw new Error(`No test file matches ${pattern}`);
    return files.filter((file) => !except.includes(file));
  });
  const first = longest.filter((file) => found.includes(file));
  return [...first, ...found.filter((file) => !longest.includes(file))];
}
