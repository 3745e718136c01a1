import assert from 'node:assert/strict';
import { createEvents } from '../../domain/events/events.ts';
import { describe, test } from 'node:test';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { CommandRunner, Transaction } from '../../domain/ports/command-runner.ts';
import { missingPostgres, startPostgresServer } from '../../testing/postgres-server.ts';
import type { RunnerSubject } from './command-runner.conformance.ts';
import { runnerCases } from './command-runner.conformance.ts';
import { createInProcessRunner } from './in-process-runner.ts';
import { audit, conformanceProgram, openRunners } from './runner-fixture.ts';
import { systemClock as clock, systemRandomness as randomness } from '../../platform/system.ts';

for (const kind of ['inProcess', 'threaded'] as const) {
  describe(`the ${kind} runner is a command runner`, () => {
    for (const rule of runnerCases) {
      test(rule.name, async (context) => {
        const { [kind]: runner, ...stores } = await openRunners(context, conformanceProgram);
        await rule.run({ ...stores, runner });
      });
    }
  });
}

const server = missingPostgres === false ? startPostgresServer() : undefined;

describe(
  'the inProcess runner on PostgreSQL is a command runner',
  { skip: missingPostgres },
  () => {
    const database = server?.then((each) => each.createDatabase());
    for (const rule of runnerCases) {
      test(rule.name, async (context) => {
        const location = (await database) ?? assert.fail();
        const onServer = { database: 'postgres', location };
        const { inProcess: runner, ...stores } = await openRunners(context, undefined, onServer);
        context.after(async () => (await server)?.emptyDatabase(location));
        await rule.run({ ...stores, runner });
      });
    }
  },
);

interface Fault {
  fault: string;
  caughtBy: string;
  make: (sound: RunnerSubject) => CommandRunner;
}

function transactionOn(repositories: Transaction['repositories']): Transaction {
  const events = createEvents({ audit, randomness, clock });
  return { repositories, events, audit, clock, randomness };
}

const faults: readonly Fault[] = [
  {
    fault: 'rolls the command back',
    caughtBy: 'resolves once others see all changes of the command',
    make: ({ database }) => ({
      async run(command, input) {
        const results: Awaited<ReturnType<typeof command.run>>[] = [];
        const rolledBack = database.transact(async (repositories) => {
          results.push(await command.run(transactionOn(repositories), input));
          throw new Error('rolled back');
        });
        await rolledBack.catch(() => undefined);
        return results[0] ?? assert.fail();
      },
    }),
  },
  {
    fault: 'runs the command without a transaction',
    caughtBy: 'rejects with the error of the command, and nothing has changed',
    make: ({ database }) => ({
      run: (command, input) => command.run(transactionOn(database), input),
    }),
  },
  {
    fault: 'changes the error',
    caughtBy: 'rejects with the error of the command, and nothing has changed',
    make: ({ runner }) => ({
      run: (command, input) =>
        runner.run(command, input).catch((error: unknown) => {
          throw new Error('failed', { cause: error });
        }),
    }),
  },
  {
    fault: 'leaves the details of an error out',
    caughtBy: 'rejects with the error of the command, and nothing has changed',
    make: ({ runner }) => ({
      run: (command, input) =>
        runner.run(command, input).catch((error: unknown) => {
          if (!(error instanceof ValiseError)) throw error;
          throw new ValiseError(error.code, error.message, { retryAfterSeconds: 7 });
        }),
    }),
  },
  {
    fault: 'fails what follows a failure',
    caughtBy: 'runs concurrent commands wholly or not at all, each by itself',
    make({ runner }) {
      let last: Promise<unknown> = Promise.resolve();
      return {
        run(command, input) {
          const result = last.then(() => runner.run(command, input));
          last = result;
          return result;
        },
      };
    },
  },
  {
    fault: 'commits both runs of a command',
    caughtBy: 'applies the changes of a command once, and loses none to a concurrent one',
    make: ({ runner }) => ({
      async run(command, input) {
        await runner.run(command, input);
        return await runner.run(command, input);
      },
    }),
  },
  {
    fault: 'does not look for the blobs',
    caughtBy: 'runs no command whose blobs are not stored',
    make: ({ database }) =>
      createInProcessRunner({
        database,
        blobs: { findSize: () => Promise.resolve(1), putMany: () => Promise.resolve([]) },
        audit,
        clock,
        randomness,
      }),
  },
  {
    fault: 'does not wait for the blobs',
    caughtBy: 'runs a command once its blobs are stored',
    make: ({ runner }) => ({
      run: (command, input) => runner.run(command, input),
    }),
  },
  {
    fault: 'says only that a blob is missing',
    caughtBy: 'rejects with the reason why a blob could not be stored, and runs no command',
    make: ({ runner }) => ({
      async run(command, input, blobsStored) {
        await Promise.allSettled([blobsStored]);
        return await runner.run(command, input);
      },
    }),
  },
  {
    fault: 'hands the caller’s own input to the command',
    caughtBy: 'copies the input and the result, with Buffers as Buffers',
    make: ({ database }) => ({
      run: (command, input) =>
        database.transact((repositories) => command.run(transactionOn(repositories), input)),
    }),
  },
  {
    fault: 'hands over plain arrays of bytes',
    caughtBy: 'copies the input and the result, with Buffers as Buffers',
    make: ({ runner }) => ({
      run: (command, input) =>
        runner.run(
          {
            ...command,
            run: (transaction, copy) => command.run(transaction, structuredClone(copy)),
          },
          input,
        ),
    }),
  },
];

describe('the rules of the command runner find out a runner that', () => {
  for (const { fault, caughtBy, make } of faults) {
    test(fault, async (context) => {
      const rule = runnerCases.find(({ name }) => name === caughtBy);
      assert.ok(rule, `there is no rule "${caughtBy}"`);
      const { inProcess, ...stores } = await openRunners(context);
      const runner = make({ ...stores, runner: inProcess });
      await assert.rejects(rule.run({ ...stores, runner }), assert.AssertionError);
    });
  }
});

test('every rule of the command runner can fail', () => {
  const proven = new Set(faults.map(({ caughtBy }) => caughtBy));
  assert.deepEqual(
    runnerCases.map(({ name }) => name).filter((name) => !proven.has(name)),
    [],
  );
});
