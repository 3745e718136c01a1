import { chainStart } from '../../domain/model/audit.ts';
import type { Fault } from './fault.ts';
import { but, without } from './fault.ts';

export const transactionFaults: readonly Fault[] = [
  {
    fault: 'says that it takes no room',
    caughtBy: 'the room that it takes is known',
    breakDatabase: () => ({ sizeBytes: () => Promise.resolve(0) }),
  },
  {
    fault: 'takes the oldest record for the newest',
    caughtBy: 'knows the newest audit record',
    breakRepositories: but('audit', (audit) => ({
      findHead: async () => (await audit.list(0, 1))[0],
    })),
  },
  {
    fault: 'lists a record that was listed before',
    caughtBy: 'lists audit records in order, from a place and as many as asked for',
    breakRepositories: but('audit', (audit) => ({
      list: (after, limit) => audit.list(after - 1, limit),
    })),
  },
  {
    fault: 'stores details in a text of its own',
    caughtBy: 'lists audit records with the very text of their details',
    breakRepositories: but('audit', (audit) => ({
      async listStored(after, limit) {
        const records = await audit.list(after, limit);
        return records.map((record) => ({
          ...record,
          detailsText: JSON.stringify(record.details, null, 1),
        }));
      },
    })),
  },
  {
    fault: 'lists the newest records backwards',
    caughtBy: 'lists the newest audit records, in order',
    breakRepositories: but('audit', (audit) => ({
      listNewest: async (limit) => (await audit.listNewest(limit)).reverse(),
    })),
  },
  {
    fault: 'chains each audit record when it is handed in',
    caughtBy:
      'chains the audit records of a transaction as its last step, and none that it takes back',
    breakRepositories: but('audit', (audit) => ({
      async append(record, hashOf) {
        const head = await audit.findHead();
        const numbered = { ...record, sequence: (head?.sequence ?? 0) + 1 };
        const hash = hashOf(head?.hash ?? chainStart, numbered);
        await audit.append(record, () => hash);
      },
    })),
  },
  {
    fault: 'keeps the first value of a note',
    caughtBy: 'keeps the last value of a note',
    breakRepositories: but('installationValues', (installationValues) => ({
      async set(name, value) {
        if ((await installationValues.find(name)) === undefined)
          await installationValues.set(name, value);
      },
    })),
  },
  {
    fault: 'loses updates',
    caughtBy: 'keeps all changes of a transaction, and hands on its result',
    breakRepositories: without('accounts', 'setDisabled'),
  },
  {
    fault: 'forgets to roll back',
    caughtBy: 'changes nothing when the work throws, and goes on afterwards',
    breakDatabase: (sound) => ({ transact: (work) => work(sound) }),
  },
  {
    fault: 'commits up to the first failure of a repository',
    caughtBy: 'changes nothing when a repository throws',
    breakDatabase: (sound) => ({ transact: (work) => work(sound) }),
  },
  {
    fault: 'reads what is not committed',
    caughtBy: 'shows nobody else what may yet be taken back',
    breakDatabase: (sound) => {
      let uncommitted: string | undefined;
      return {
        installationValues: {
          set: (name, value) => sound.installationValues.set(name, value),
          find: async (name) => uncommitted ?? (await sound.installationValues.find(name)),
        },
        transact: (work) =>
          sound.transact((repositories) => {
            const installationValues = {
              ...repositories.installationValues,
              set(name: string, value: string) {
                uncommitted = value;
                return repositories.installationValues.set(name, value);
              },
            };
            return work({ ...repositories, installationValues });
          }),
      };
    },
  },
  {
    fault: 'runs transactions side by side',
    caughtBy: 'loses no update among parallel transactions',
    breakDatabase: (sound) => ({ transact: (work) => work(sound) }),
  },
  {
    fault: 'clears too much',
    caughtBy: 'loses nothing when it scrubs itself',
    breakDatabase: (sound) => ({
      async scrub() {
        await sound.installationValues.set('note', '');
        return true;
      },
    }),
  },
  {
    fault: 'never says that it is scrubbed',
    caughtBy: 'loses nothing when it scrubs itself',
    breakDatabase: () => ({ scrub: () => Promise.resolve(false) }),
  },
  {
    fault: 'answers its check whatever happens',
    caughtBy: 'passes its own check until it is closed',
    breakDatabase: () => ({ check: () => Promise.resolve() }),
  },
  {
    fault: 'has one version for ever',
    caughtBy: 'has another version after every change',
    breakDatabase: () => ({ version: () => 1 }),
  },
  {
    fault: 'has one access version for ever',
    caughtBy: 'has another access version after every change of who may come in',
    breakDatabase: () => ({ accessVersion: () => 1 }),
  },
];
