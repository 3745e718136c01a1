import assert from 'node:assert/strict';
import type { Client } from '../harness/client.ts';
import { eventually } from '../harness/eventually.ts';
import { liveBytes, liveMemoryProbe } from '../harness/live-memory.ts';
import { openHandles } from '../harness/process-vitals.ts';
import type { RunningServer, ServerOptions } from '../harness/server.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { storedFiles } from '../harness/stored-files.ts';
import { observeAccount } from './observe-account.ts';

/** A server to attack, and the account whose things must come out of it unharmed. */
export interface Target {
  server: RunningServer;
  owner: Client;
  /** Where the owner's one delivered file is: `download(inboxUrl, 'sent.txt')`. */
  inboxUrl: string;
}

export const sentContent = Buffer.from('0123456789'.repeat(100));

const handleSlack = 2;
/** What a server remembers of having run its code at all: compiled functions, pools, counters. */
const memorySlackBytes = 8 * 1024 * 1024;

/** Starts a server whose owner has something of everything: contact, receiver, file, drop. */
export async function startTarget(options: ServerOptions = {}): Promise<Target> {
  const { server, clients } = await startExchange(['owner'], {
    ...options,
    env: { ...options.env, ...liveMemoryProbe },
  });
  const { owner } = clients;
  const contact = { email: owner.email, number: '46700000001', language: 'en', nick: 'Me' };
  await owner.get('contacts_add', { json: [contact] });
  await owner.get('receivers_set', { json: [contact] });
  await owner.get('get_files');
  await keep(owner, 'sent.txt', sentContent);
  await owner.get('createdrop', { json: { desttime: 86_400, ddmessage: 'Here it is' } });
  await keep(owner, 'kept.txt', 'stays in the tray');
  await owner.get('receivers_set', { json: [contact] });
  const { inbox } = await owner.get<{ inbox: { url: string }[] }>('get_history');
  const inboxUrl = inbox[0]?.url;
  if (inboxUrl === undefined) throw new Error('The drop did not arrive');
  return { server, owner, inboxUrl };
}

async function keep(owner: Client, name: string, content: string | Buffer): Promise<void> {
  const answer = await owner.upload({ [name]: content });
  assert.equal(answer.status, 200, answer.text());
}

/**
 * Runs an attack and holds the server to its promise: nothing the owner can see has changed, no
 * byte is left in the store, the same process runs on with the handles and the memory it had, and it
 * never had to call anything its own fault.
 */
export async function withstands(target: Target, attack: () => Promise<void>): Promise<void> {
  const { server, owner } = target;
  const { pid } = server;
  const seen = await observeAccount(owner);
  const stored = await storedFiles(server.dataDir);
  const handles = await openHandles(pid);
  const memory = await liveBytes(server);
  const logged = server.logs().length;

  await attack();

  assert.equal(server.pid, pid);
  assert.equal(await observeAccount(owner), seen);
  await eventually('the store holds what it held before', async () => {
    const now = await storedFiles(server.dataDir);
    return JSON.stringify(now) === JSON.stringify(stored) ? now : undefined;
  });
  await eventually(`the process has ${handles} handles again`, async () =>
    Math.abs((await openHandles(pid)) - handles) <= handleSlack ? true : undefined,
  );
  await eventually('the server has let go of what the attack made it hold', async () =>
    (await liveBytes(server)) - memory <= memorySlackBytes ? true : undefined,
  );
  assert.deepEqual(faults(server.logs().slice(logged)), []);
}

/** Log lines with which a server admits a fault: errors, and answers of the 500s. */
function faults(log: string): string[] {
  return log.split('\n').filter((line) => /"level":[56]0|"status":5\d\d/.test(line));
}
