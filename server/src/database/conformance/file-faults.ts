import type { StoredFile } from '../../domain/model/file.ts';
import type { FileId } from '../../domain/model/ids.ts';
import type { Fault } from './fault.ts';
import { but, without } from './fault.ts';

export const fileFaults: readonly Fault[] = [
  {
    fault: 'lists the tray by name',
    caughtBy: 'lists the tray in the order of upload, file by file as it was added',
    breakRepositories: but('files', (files) => ({
      listTray: async (id) => (await files.listTray(id)).sort((a, b) => (a.name < b.name ? -1 : 1)),
    })),
  },
  {
    fault: "shows another account's tray",
    caughtBy: 'lists the tray in the order of upload, file by file as it was added',
    breakRepositories: (sound) => ({
      files: {
        ...sound.files,
        async listTray() {
          const ids = (await sound.accounts.list()).map(({ id }) => id);
          return (await Promise.all(ids.map((id) => sound.files.listTray(id)))).flat();
        },
      },
    }),
  },
  {
    fault: 'takes two spellings of a name for one',
    caughtBy: 'finds a tray file by its exact name and owner',
    breakRepositories: but('files', (files) => ({
      findInTray: (id, name) => files.findInTray(id, name.normalize('NFC')),
    })),
  },
  {
    fault: 'replaces a name without being asked to',
    caughtBy: 'refuses a name that is in the tray already',
    breakRepositories: but('files', (files) => ({
      async addToTray(file) {
        const existing = await files.findInTray(file.accountId, file.name);
        if (existing !== undefined) await files.shred(existing.id, file.createdAt);
        await files.addToTray(file);
      },
    })),
  },
  {
    fault: 'counts bytes in 32 bits',
    caughtBy: 'adds up the bytes of what lies in the tray',
    breakRepositories: but('files', (files) => ({
      trayBytes: async (id) => (await files.trayBytes(id)) % 2 ** 32,
    })),
  },
  {
    fault: 'takes what was added in that very instant for forgotten',
    caughtBy: 'lists what has lain in any tray for long, oldest first',
    breakRepositories: but('files', (files) => ({
      listForgotten: (before, limit) => files.listForgotten(before + 1, limit),
    })),
  },
  {
    fault: 'leaves sent files in the tray',
    caughtBy: 'moves tray files into a dispatch under their new keys',
    breakRepositories: without('files', 'moveToDispatch'),
  },
  {
    fault: 'finds the files of a dispatch in every dispatch of the account',
    caughtBy: 'finds a file in its own dispatch alone, by its exact name or its id',
    breakRepositories: (sound) => ({
      files: {
        ...sound.files,
        async findInDispatch(_, name) {
          const [account] = await sound.accounts.list();
          if (account === undefined) return undefined;
          for (const { dispatch } of await sound.dispatches.listHistory(account.id)) {
            const file = await sound.files.findInDispatch(dispatch.id, name);
            if (file !== undefined) return file;
          }
          return undefined;
        },
      },
    }),
  },
  {
    fault: 'finds the id of a file in any dispatch',
    caughtBy: 'finds a file in its own dispatch alone, by its exact name or its id',
    breakRepositories: (sound) => ({
      files: {
        ...sound.files,
        async findInDispatchById(_, id) {
          const [account] = await sound.accounts.list();
          if (account === undefined) return undefined;
          for (const { dispatch } of await sound.dispatches.listHistory(account.id)) {
            const file = await sound.files.findInDispatchById(dispatch.id, id);
            if (file !== undefined) return file;
          }
          return undefined;
        },
      },
    }),
  },
  {
    fault: 'tells the files of a dispatch by name',
    caughtBy: 'keeps the order of upload in a dispatch',
    breakRepositories: but('dispatches', (dispatches) => ({
      listHistory: async (id, limit) =>
        (await dispatches.listHistory(id, limit)).map((entry) => ({
          ...entry,
          files: entry.files.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
        })),
    })),
  },
  {
    fault: 'shreds nothing',
    caughtBy: 'shreds one file: it can be opened no more, and its bytes are garbage',
    breakRepositories: without('files', 'shred'),
  },
  {
    fault: 'shreds the whole account with one dispatch',
    caughtBy: 'shreds the files of one dispatch, and says how many',
    breakRepositories: (sound) => ({
      files: {
        ...sound.files,
        async shredDispatch(_, at) {
          const [account] = await sound.accounts.list();
          return account === undefined ? 0 : await sound.files.shredAccount(account.id, at);
        },
      },
    }),
  },
  {
    fault: 'shreds the tray of an account and leaves what it sent',
    caughtBy: 'shreds the files of one account, sent or not, and says how many',
    breakRepositories: but('files', (files) => ({
      async shredAccount(id, at) {
        const tray = await files.listTray(id);
        for (const file of tray) await files.shred(file.id, at);
        return tray.length;
      },
    })),
  },
  {
    fault: 'brings a shredded file back',
    caughtBy: 'gives a shredded file no key again',
    breakRepositories: but('files', (files) => {
      const added = new Map<FileId, StoredFile>();
      return {
        async addToTray(file) {
          added.set(file.id, file);
          await files.addToTray(file);
        },
        async moveToDispatch(moved, dispatchId) {
          for (const { id } of moved) {
            const file = added.get(id);
            if (file === undefined) continue;
            await files.markReclaimed([id], 0);
            await files.addToTray(file);
          }
          await files.moveToDispatch(moved, dispatchId);
        },
      };
    }),
  },
  {
    fault: 'reports the same garbage for ever',
    caughtBy: 'forgets a tray file once its bytes are gone',
    breakRepositories: without('files', 'markReclaimed'),
  },
  {
    fault: 'forgets the files of a drop with their bytes',
    caughtBy: 'keeps the name of a sent file for history once its bytes are gone',
    breakRepositories: (sound) => {
      const gone = new Set<FileId>();
      return {
        files: {
          ...sound.files,
          async markReclaimed(ids, at) {
            for (const id of ids) gone.add(id);
            await sound.files.markReclaimed(ids, at);
          },
          known: (ids) => sound.files.known(ids.filter((id) => !gone.has(id))),
        },
      };
    },
  },
  {
    fault: 'lists the garbage of all blob stores as that of one',
    caughtBy: 'lists the garbage of one blob store, and keeps which one holds a file',
    breakRepositories: but('files', (files) => ({
      listGarbage: async (_, limit) => [
        ...(await files.listGarbage('file', limit)),
        ...(await files.listGarbage('other', limit)),
      ],
    })),
  },
  {
    fault: 'lists all garbage, however little was asked for',
    caughtBy: 'lists at most as much garbage as asked for',
    breakRepositories: but('files', (files) => ({
      listGarbage: (store) => files.listGarbage(store, 1e9),
    })),
  },
  {
    fault: 'knows the first thousand ids',
    caughtBy: 'tells known files from unknown ones, thousands at once',
    breakRepositories: but('files', (files) => ({
      known: (ids) => files.known(ids.slice(0, 1000)),
    })),
  },
  {
    fault: 'calls every bucket used that ever held a file',
    caughtBy: 'lists each bucket that holds a readable file, once',
    breakRepositories: but('files', (files) => {
      const seen = new Set<string>();
      return {
        async addToTray(file) {
          seen.add(file.keyBucket);
          await files.addToTray(file);
        },
        listUsedBuckets: () => Promise.resolve([...seen]),
      };
    }),
  },
];
