import assert from 'node:assert/strict';
import type { Appearance } from '../../domain/model/appearance.ts';
import { nothingChosen } from '../../domain/model/appearance.ts';
import type { DatabaseCase } from './database-case.ts';
import type { Fault } from './fault.ts';
import { but } from './fault.ts';

const chosen: Appearance = {
  serviceName: 'The Clinic',
  accentColor: '#ffd400',
  supportAddress: 'help@clinic.example',
  logo: Buffer.from('<svg viewBox="0 0 1 1"></svg>'),
};

export const appearanceCases: readonly DatabaseCase[] = [
  {
    name: 'keeps one appearance, and counts its changes',
    async run(database) {
      const { appearance } = database;
      assert.equal(await appearance.version(), 0);
      assert.deepEqual(await appearance.find(), nothingChosen);
      await database.transact((repositories) => repositories.appearance.put(chosen));
      assert.equal(await appearance.version(), 1);
      assert.deepEqual(await appearance.find(), chosen);
      const fewer = { ...chosen, serviceName: undefined, logo: undefined };
      await appearance.put(fewer);
      assert.equal(await appearance.version(), 2);
      assert.deepEqual(await appearance.find(), fewer);
      await appearance.put(nothingChosen);
      assert.equal(await appearance.version(), 3);
      assert.deepEqual(await appearance.find(), nothingChosen);
    },
  },
];

export const appearanceFaults: readonly Fault[] = [
  {
    fault: 'forgets that an appearance was changed',
    caughtBy: 'keeps one appearance, and counts its changes',
    breakRepositories: but('appearance', () => ({ version: () => Promise.resolve(0) })),
  },
  {
    fault: 'keeps the logo of an appearance that has none',
    caughtBy: 'keeps one appearance, and counts its changes',
    breakRepositories: but('appearance', (appearance) => ({
      async put(next) {
        const { logo } = await appearance.find();
        await appearance.put({ ...next, logo: next.logo ?? logo });
      },
    })),
  },
];
