import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { runCommands } from '../deployment/run-commands.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { lendPage } from '../journeys/lend-page.ts';
import { operatorOf } from '../journeys/operator.ts';
import type { History } from './wire.ts';

const guide = join(import.meta.dirname, '../../docs/tus.md');
const placeholder = 'http://127.0.0.1:8080/u/SECRET';

test('the commands of docs/tus.md bring a file to the inbox', async (t) => {
  const { server, clients } = await startExchange(['anna']);
  const { anna } = clients;
  await lendPage(anna, ['bob@example.org']);
  const [mail] = await operatorOf(server).listSettledMails();
  const page = `${server.url}${new URL(mail?.links[0] ?? assert.fail('no mail')).pathname}`;

  const folder = await mkdtemp(join(tmpdir(), 'valise-tus-guide-'));
  t.after(() => rm(folder, { recursive: true }));
  const content = randomBytes(300_000);
  await writeFile(join(folder, 'report.pdf'), content);
  const text = await readFile(guide, 'utf8');
  const commands = /<!-- tus -->\s+```sh\n([^]*?)```/.exec(text)?.[1] ?? assert.fail('no commands');
  assert.ok(commands.includes(placeholder));

  const printed = await runCommands(commands.replace(placeholder, page), folder);
  assert.ok(text.includes(printed.trim()), printed);
  const { inbox } = await anna.get<History>('get_history');
  const [entry = assert.fail('nothing came')] = inbox;
  const file = await anna.signed({ path: anna.path(`${entry.url}/files/report.pdf`) });
  assert.ok(file.body.equals(content));
});
