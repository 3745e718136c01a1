import assert from 'node:assert/strict';
import type { Database } from '../../domain/model/database.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { BlobStore } from '../../domain/ports/blob-store.ts';
import type { Command, CommandRunner } from '../../domain/ports/command-runner.ts';
import type { Vault } from '../../domain/ports/vault.ts';
import type { AnyCommand } from './commands.ts';

interface Note {
  name: string;
  text: Buffer;
  fails?: boolean;
  blobKeys?: readonly string[];
}

const details = [{ field: 'name', problem: 'is refused' }];

/** Sets a value of the installation and writes an audit record, and then fails where it is told to. */
export const writeNote: Command<Note, { text: Buffer; parts: readonly Buffer[] }> = {
  name: 'writeNote',
  blobKeys: ({ blobKeys = [] }) => blobKeys,
  async run({ repositories, events }, { name, text, fails = false }) {
    if (!Buffer.isBuffer(text)) throw new Error('A Buffer has become something else');
    await repositories.installationValues.set(name, text.toString());
    const actor = { name: 'tester', source: '192.0.2.1', requestId: name };
    await events.tell(repositories, actor, {
      action: 'clock.accepted',
      account: undefined,
      object: name,
      outcome: 'ok',
    });
    if (fails)
      throw new ValiseError('unavailable', `no ${name}`, { retryAfterSeconds: 7, details });
    const reversed = Buffer.from(text).reverse();
    text.fill(0);
    return { text: reversed, parts: [reversed.subarray(0, 1)] };
  },
};

/** Adds one to a value of the installation. */
export const countUp: Command<{ name: string }, number> = {
  name: 'countUp',
  async run({ repositories: { installationValues } }, { name }) {
    const count = Number((await installationValues.find(name)) ?? 0) + 1;
    await installationValues.set(name, String(count));
    return count;
  },
};

/** For the thread of a runner that is tested. */
export const conformanceCommands: readonly AnyCommand[] = [writeNote, countUp];

export interface RunnerSubject {
  runner: CommandRunner;
  /** The stores of the runner, as others see them. */
  database: Database;
  blobs: BlobStore;
  vault: Pick<Vault, 'begin'>;
}

/** One rule of the port: `run` rejects with an `AssertionError` when the runner breaks it. */
export interface RunnerCase {
  name: string;
  run(subject: RunnerSubject): Promise<void>;
}

export const runnerCases: readonly RunnerCase[] = [
  {
    name: 'resolves once others see all changes of the command',
    async run({ runner, database }) {
      await runner.run(writeNote, { name: 'a', text: Buffer.from('text') });
      assert.equal(await database.installationValues.find('a'), 'text');
      assert.deepEqual(await objectsOf(database), ['a']);
    },
  },
  {
    name: 'rejects with the error of the command, and nothing has changed',
    async run({ runner, database }) {
      const failing = { name: 'a', text: Buffer.from('text'), fails: true };
      await assert.rejects(runner.run(writeNote, failing), expected);
      assert.equal(await database.installationValues.find('a'), undefined);
      assert.deepEqual(await objectsOf(database), []);
    },
  },
  {
    name: 'runs concurrent commands wholly or not at all, each by itself',
    async run({ runner, database }) {
      const names = Array.from('abcdefghij');
      const outcomes = await Promise.allSettled(
        names.map((name) =>
          runner.run(writeNote, { name, text: Buffer.from(name), fails: 'bg'.includes(name) }),
        ),
      );
      const expectedNames = names.filter((name) => !'bg'.includes(name));
      assert.deepEqual(
        names.filter((_, at) => outcomes[at]?.status === 'fulfilled'),
        expectedNames,
      );
      assert.deepEqual((await objectsOf(database)).sort(), expectedNames);
      for (const name of names) {
        const isThere = (await database.installationValues.find(name)) !== undefined;
        assert.equal(isThere, expectedNames.includes(name), name);
      }
    },
  },
  {
    name: 'applies the changes of a command once, and loses none to a concurrent one',
    async run({ runner, database }) {
      const counts = await Promise.all(
        Array.from({ length: 30 }, () => runner.run(countUp, { name: 'count' })),
      );
      assert.equal(await database.installationValues.find('count'), '30');
      assert.equal(new Set(counts).size, 30);
    },
  },
  {
    name: 'runs no command whose blobs are not stored',
    async run({ runner, database, blobs }) {
      const [stored, missing] = ['stored-0123456789abcde', 'missing-0123456789abcd'];
      await blobs.putMany([{ key: stored, bytes: Buffer.from('bytes') }]);
      const text = Buffer.from('text');
      const refused = { name: 'refused', text, blobKeys: [stored, missing] };
      await Promise.all([
        runner.run(writeNote, { name: 'kept', text, blobKeys: [stored] }),
        assert.rejects(runner.run(writeNote, refused), { code: 'unavailable' }),
      ]);
      assert.deepEqual(await objectsOf(database), ['kept']);
    },
  },
  {
    name: 'runs a command once its blobs are stored',
    async run({ runner, database, vault }) {
      const names = Array.from('abcde');
      const notes = await Promise.all(
        names.map(async (name) => {
          const intake = vault.begin();
          await intake.write([Buffer.from(name)]);
          return { name, ...(await intake.submit()) };
        }),
      );
      await Promise.all(
        notes.map(async ({ name, file: { id }, stored }) => {
          const note = { name, text: Buffer.from(name), blobKeys: [id] };
          await runner.run(writeNote, note, stored).catch((error: unknown) => {
            assert.fail(`${name}: ${String(error)}`);
          });
        }),
      );
      assert.deepEqual((await objectsOf(database)).sort(), names);
    },
  },
  {
    name: 'rejects with the reason why a blob could not be stored, and runs no command',
    async run({ runner, database }) {
      const full = new ValiseError('insufficient_storage', 'The disk is full.');
      const note = { name: 'a', text: Buffer.from('text'), blobKeys: ['missing-0123456789abcd'] };
      await assert.rejects(runner.run(writeNote, note, Promise.reject(full)), full);
      assert.deepEqual(await objectsOf(database), []);
    },
  },
  {
    name: 'copies the input and the result, with Buffers as Buffers',
    async run({ runner }) {
      // Lies in the middle of memory that others use too.
      const text = Buffer.from('.text.').subarray(1, 5);
      const result = await runner
        .run(writeNote, { name: 'a', text })
        .catch((error: unknown) => assert.fail(String(error)));
      assert.equal(text.toString(), 'text');
      assert.deepEqual(result, { text: Buffer.from('txet'), parts: [Buffer.from('t')] });
    },
  },
];

const expected = { name: 'ValiseError', code: 'unavailable', retryAfterSeconds: 7, details };

async function objectsOf(database: Database): Promise<string[]> {
  return (await database.audit.list(0, 1000)).map(({ object }) => object);
}
