/** What `npm test` runs: passes, one after the other, each over some of the test files. */

import { chooseWorkers } from '../e2e/harness/choose-workers.ts';

export interface Pass {
  /** Printed before the pass. */
  title: string;
  patterns: readonly string[];
  /** Files that the patterns find and that the pass leaves out. */
  except: readonly string[];
  env: Readonly<Record<string, string>>;
  /** Prints a dot for each test, and only failures in full. */
  isTerse: boolean;
}

/** Start no server: they are about commands and the files of deploy/. */
const startNone = [
  'e2e/deployment/backup-safety.test.ts',
  'e2e/deployment/guide.test.ts',
  'e2e/deployment/service-unit.test.ts',
];

/** Look at how pages are drawn. What the same pages do is in other files, which run in every pass. */
const lookAtPages = ['e2e/journeys/accent.test.ts', 'e2e/journeys/looks.test.ts'];

export const passes: Readonly<Record<string, Pass>> = {
  workers: {
    title: 'Whole-server tests, with as many workers as a server has by itself:',
    patterns: ['e2e/*/**/*.test.ts'],
    except: [...chooseWorkers, ...startNone, ...lookAtPages],
    env: { E2E_WORKERS: 'default' },
    isTerse: true,
  },
  all: {
    title: 'All tests, with one worker:',
    patterns: [
      'e2e/**/*.test.ts',
      'bench/**/*.test.ts',
      'server/**/*.test.ts',
      'scripts/**/*.test.ts',
      'web/**/*.test.js',
      'protocol/**/*.test.ts',
    ],
    except: [],
    env: {},
    isTerse: false,
  },
};

/**
 * The files that take longest, longest first. They start before all others, so that none of them is left
 * to run alone at the end.
 */
export const longest = [
  'e2e/resilience/kill-nine.test.ts',
  'e2e/resilience/transfer-memory.test.ts',
  'e2e/resilience/slow-clients.test.ts',
  'e2e/journeys/looks.test.ts',
  'e2e/hostile/authorization.test.ts',
  'e2e/journeys/second-factor.test.ts',
  'e2e/resilience/big-file.test.ts',
  'e2e/resilience/many-files.test.ts',
  'e2e/resilience/resumable-upload.test.ts',
  'e2e/journeys/resumed-upload.test.ts',
  'e2e/journeys/upload-choices.test.ts',
  'e2e/resilience/shutdown.test.ts',
  'e2e/resilience/locks.test.ts',
  'e2e/hostile/smuggling.test.ts',
  'e2e/contract/csrf.test.ts',
  'bench/smoke.test.ts',
  'server/src/stores/registry.test.ts',
];
