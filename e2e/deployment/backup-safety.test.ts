import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  cp,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { after, test } from 'node:test';
import { addAccount } from '../harness/add-account.ts';
import { missingProgram } from './missing-program.ts';
import { runCommands } from './run-commands.ts';

const skip = missingProgram('rsync') || missingProgram('sqlite3') || missingProgram('flock');
const sqlite = spawnSync('which', ['sqlite3'], { encoding: 'utf8' }).stdout.trim();
const script = join(import.meta.dirname, '../../deploy/backup.sh');

const template = await mkdtemp(join(tmpdir(), 'valise-backup-'));
after(() => rm(template, { recursive: true, force: true }));
await addAccount(template, 'owner@example.com');

interface Place {
  folder: string;
  at: (name: string) => string;
  backUp: (options?: string) => Promise<string>;
}

/** A data folder with so many files, and a first backup of it. */
async function makeBackup(context: TestContext, files = 4): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'valise-backup-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const at = (name: string): string => join(folder, name);
  await cp(template, at('data'), { recursive: true });
  await mkdir(at('data/blobs/aa'), { recursive: true });
  for (let count = 0; count < files; count += 1) {
    await writeFile(at(`data/blobs/aa/${count}`), `sealed ${count}`);
  }
  const backUp = (options = ''): Promise<string> =>
    runCommands(`${script} ${options} data backup`, folder);
  await backUp();
  return { folder, at, backUp };
}

/** Everything that makes a backup, by its name. */
async function contentOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const contents = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path, await readFile(path, 'latin1')] as const;
    }),
  );
  return Object.fromEntries(contents);
}

test('of two backups at a time one is refused, and nothing changes', { skip }, async (context) => {
  const { folder, at } = await makeBackup(context);
  const before = await contentOf(at('backup'));
  const both = `exec 8>backup/backup.lock; flock 8; ${script} data backup`;
  await assert.rejects(runCommands(both, folder), /another backup/);
  assert.deepEqual(await contentOf(at('backup')), before);
});

for (const [what, command, reason] of [
  ['an empty folder', 'rm -r data; mkdir data', /no Valise database/],
  ['an empty database', ': >data/valise.db; rm -f data/valise.db-*', /no Valise database/],
  [
    'a file that is no database',
    'echo nonsense >data/valise.db; rm -f data/valise.db-*',
    /not the database/,
  ],
  [
    'another installation',
    `sqlite3 data/valise.db "update notes set value = 'other' where name = 'install.id'"`,
    /another installation/,
  ],
  ['a data folder that has lost its files', 'rm -r data/blobs/aa', /holds 0 files/],
] as const) {
  test(`a good backup is not replaced by one of ${what}`, { skip }, async (context) => {
    const { folder, at, backUp } = await makeBackup(context);
    const before = await contentOf(at('backup'));
    await runCommands(command, folder);
    await assert.rejects(backUp(), reason);
    assert.deepEqual(await contentOf(at('backup')), before);
  });
}

test(
  'a backup of half of many files is made only when it is insisted on',
  { skip },
  async (context) => {
    const { folder, at, backUp } = await makeBackup(context, 30);
    await runCommands('cd data/blobs/aa && rm -f 1? 2?', folder);
    await assert.rejects(backUp(), /holds 10 files.*30/);
    await backUp('--force');
    assert.equal((await readdir(at('backup/blobs/aa'))).length, 10);
  },
);

for (const [what, spoil, reason] of [
  ['empty', ': >valise.db.new', /copy of the database is not whole/],
  [
    'damaged',
    `dd if=/dev/zero of=valise.db.new conv=notrunc count=1 status=none \\
       bs=$(ask 'pragma page_size') seek=$(ask "select rootpage - 1 from sqlite_schema where name = 'accounts'")`,
    /copy of the database is damaged/,
  ],
] as const) {
  test(
    `a good backup is not replaced by a copy of the database that came out ${what}`,
    { skip },
    async (context) => {
      const { folder, at } = await makeBackup(context);
      const before = await readFile(at('backup/valise.db'));
      await mkdir(at('bin'));
      const spoiling = `#!/bin/sh
'${sqlite}' "$@" || exit
ask() { '${sqlite}' 'file:valise.db.new?immutable=1' "$1"; }
case "$*" in *VACUUM*) ${spoil} ;; esac
`;
      await writeFile(at('bin/sqlite3'), spoiling, { mode: 0o755 });
      const backUp = runCommands(`PATH=$PWD/bin:$PATH ${script} data backup`, folder);
      await assert.rejects(backUp, reason);
      assert.ok(before.equals(await readFile(at('backup/valise.db'))));
    },
  );
}

test('copies that have gone bad are made again', { skip }, async (context) => {
  const { at, backUp } = await makeBackup(context);
  const { atime, mtime } = await stat(at('data/blobs/aa/0'));
  await writeFile(at('backup/blobs/aa/0'), '');
  await backUp();
  assert.equal(await readFile(at('backup/blobs/aa/0'), 'utf8'), 'sealed 0');
  await writeFile(at('backup/blobs/aa/0'), 'gone bad');
  await utimes(at('backup/blobs/aa/0'), atime, mtime);
  await backUp('--checksum');
  assert.equal(await readFile(at('backup/blobs/aa/0'), 'utf8'), 'sealed 0');
});

test(
  'all that a restored server needs is copied, but no key and no secret',
  { skip },
  async (context) => {
    const { folder, at, backUp } = await makeBackup(context);
    await runCommands(
      'cd data; mkdir texts mail; echo logo >logo.svg; echo {} >texts/de.json; echo mail >mail/1; echo secret >smtp; : >server.lock; echo room >valise.ballast',
      folder,
    );
    await writeFile(
      at('data/valise.json'),
      JSON.stringify(
        {
          logoFile: 'logo.svg',
          textsDir: 'texts',
          smtpPasswordFile: 'smtp',
          tlsKeyFile: '/etc/valise/privkey.pem',
        },
        undefined,
        2,
      ),
    );
    await backUp();
    assert.deepEqual((await readdir(at('backup'))).sort(), [
      'BACKUP-MADE.txt',
      'NOT-IN-BACKUP.txt',
      'backup.lock',
      'blobs',
      'logo.svg',
      'mail',
      'texts',
      'valise.db',
      'valise.db.1',
      'valise.json',
    ]);
    assert.deepEqual(await readdir(at('backup/texts')), ['de.json']);
    assert.equal(
      await readFile(at('backup/NOT-IN-BACKUP.txt'), 'utf8'),
      'smtpPasswordFile smtp\ntlsKeyFile /etc/valise/privkey.pem\n',
    );
  },
);
