import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { newestInInbox, sendFiles } from '../contract/send-files.ts';
import type { FileEntry } from '../contract/wire.ts';
import { addAccount } from '../harness/add-account.ts';
import { Client } from '../harness/client.ts';
import { eventually } from '../harness/eventually.ts';
import { startServer } from '../harness/server.ts';
import { storedFiles } from '../harness/stored-files.ts';
import { launcher, runValise, valise } from '../harness/valise-command.ts';
import { adapt, adaptExample, getGuideBlock } from './example.ts';
import { freePorts } from './free-ports.ts';
import { missingProgram } from './missing-program.ts';
import { runCommands } from './run-commands.ts';

const skip = missingProgram('rsync') || missingProgram('sqlite3');
const scripts = join(import.meta.dirname, '../../deploy');
const beforehand = ['one', 'two', 'three'];
/** So many that, without rows, they look like changes that the database has lost. */
const tooLate = ['late-one', 'late-two', 'late-three'];
const contentOf = (name: string): string => `the content of ${name}\n`.repeat(20_000);

test('backup and restore, as documented', { skip }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'valise-backup-'));
  after(() => rm(folder, { recursive: true, force: true }));
  const at = (name: string): string => join(folder, name);
  const [port = 0] = await freePorts(1);
  const settings = ['--port', String(port)];
  await mkdir(at('data'));
  await mkdir(at('escrow'));
  await writeFile(
    at('data/valise.json'),
    adaptExample('deploy/valise.json', [
      ['https://files.example.com', `http://127.0.0.1:${port}`],
      ['/var/lib/valise-keys', at('keys')],
    ]),
  );
  const server = await startServer({ dataDir: at('data'), settings });
  const credentials = {
    sender: await addAccount(at('data'), 'sender@example.com'),
    receiver: await addAccount(at('data'), 'receiver@example.com'),
  };
  const sender = new Client(server, credentials.sender);
  const uploaded: string[] = [];
  let checkpoint = '';

  async function upload(name: string): Promise<void> {
    const answer = await sender.upload({ [name]: contentOf(name) });
    assert.equal(answer.status, 200, answer.text());
    uploaded.push(name);
  }
  const backUp = (): Promise<string> =>
    runCommands(
      `${scripts}/backup.sh data backup && ${scripts}/escrow-keys.sh keys escrow`,
      folder,
    );

  await t.test('what has ended leaves the backup, and what is new joins it', async () => {
    await sendFiles(sender, ['receiver@example.com'], { 'sent.txt': contentOf('sent.txt') });
    for (const name of ['one', 'two', 'removed']) await upload(name);
    await backUp();
    assert.equal((await storedFiles(at('backup'))).whole.length, 4);

    await sender.get('remove_file', { query: 'filename=removed' });
    uploaded.pop();
    await eventually('the bytes of the removed file are gone', async () =>
      (await storedFiles(at('data'))).whole.length === 3 ? true : undefined,
    );
    await upload('three');
    await backUp();
    const { whole } = await storedFiles(at('data'));
    assert.deepEqual((await storedFiles(at('backup'))).whole, whole);
  });

  await t.test('a running server is copied while files come in', async () => {
    const mark = await valise('audit', 'verify', '--json', '--data', at('data'));
    checkpoint = (JSON.parse(mark) as { head: string }).head;
    const backup = { isMade: false };
    const uploading = (async () => {
      for (let i = 0; !backup.isMade; i += 1) await upload(`meanwhile-${i}`);
    })();
    await backUp();
    backup.isMade = true;
    await uploading;
    assert.ok(uploaded.length > beforehand.length + 1);
    // Any number can come in between the copy of the database and the last one of the files.
    for (const name of tooLate) await upload(name);
    await runCommands('rsync -a --exclude=/incoming/ data/blobs/ backup/blobs/', folder);
  });

  await t.test('the backup holds no key', async () => {
    const key = (await readFile(at('keys/root.key'), 'latin1')).trim();
    const entries = await readdir(at('backup'), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    assert.ok(files.length > beforehand.length);
    for (const { parentPath, name } of files) {
      assert.notEqual(name, 'keyring.sealed');
      const content = await readFile(join(parentPath, name));
      assert.ok(!content.includes(key) && !content.includes(Buffer.from(key, 'hex')), name);
    }
  });

  await t.test(
    'a safekeeping copy with another root key is replaced only after a rotation',
    async () => {
      await mkdir(at('foreign'));
      await writeFile(at('foreign/root.key'), 'another key');
      await assert.rejects(
        runCommands(`${scripts}/escrow-keys.sh keys foreign`, folder),
        /another/,
      );
      assert.equal(await readFile(at('foreign/root.key'), 'utf8'), 'another key');
      await runCommands(`${scripts}/escrow-keys.sh --rotated keys foreign`, folder);
      for (const name of ['root.key', 'keyring.sealed']) {
        assert.deepEqual(await readFile(at(`foreign/${name}`)), await readFile(at(`keys/${name}`)));
      }
    },
  );

  await t.test('the restored data is sound and every file is in it', async () => {
    assert.equal(await server.stop(), 0);
    await rm(at('data'), { recursive: true });
    await rm(at('keys'), { recursive: true });
    const restored = await runCommands(
      adapt(getGuideBlock('sh', 'restore'), [
        ['-o valise -g valise ', ''],
        ['runuser -u valise -- ', ''],
        ['/var/lib/valise-keys', at('keys')],
        ['/var/lib/valise', at('data')],
        ['/var/backups/valise', at('backup')],
        ['/mnt/escrow/valise-keys', at('escrow')],
        ['valise recover', `${launcher} recover --data ${at('data')}`],
        ['valise doctor', `${launcher} doctor --data ${at('data')}`],
      ]),
      folder,
    );
    const accepted = /does not know (\d+) stored files that came in after it/.exec(restored)?.[1];
    assert.ok(Number(accepted) >= tooLate.length, restored);
    await valise('audit', 'verify', '--expect', checkpoint, '--data', at('data'));

    await server.start();
    const receiver = new Client(server, credentials.receiver);
    const first = await receiver.download((await newestInInbox(receiver)).url, 'sent.txt');
    assert.equal(first.text(), contentOf('sent.txt'));

    const tray = (await sender.get<FileEntry[]>('get_files')).map(({ name }) => name);
    assert.deepEqual(tray, uploaded.slice(0, tray.length));
    assert.ok(tray.length >= beforehand.length, 'whatever was there before the backup began');
    await sender.get('receivers_set', { json: [{ email: receiver.email }] });
    await sender.get('createdrop', { json: {} });
    const { url } = await newestInInbox(receiver);
    for (const name of tray) {
      const { body } = await receiver.download(url, name);
      assert.ok(body.equals(Buffer.from(contentOf(name))), name);
    }
  });

  await t.test('without its keys, the data stays closed', async () => {
    assert.equal(await server.stop(), 0);
    await rm(at('keys'), { recursive: true });
    const served = await runValise(['serve', '--port', '0', '--data', at('data')]);
    assert.equal(served.status, 6);
    assert.match(served.stderr, /is missing\. Put it back from its safekeeping copy/);
    assert.equal((await runValise(['doctor', '--data', at('data')])).status, 7);
    await assert.rejects(readdir(at('keys')), { code: 'ENOENT' });
  });
});
