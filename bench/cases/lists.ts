import { join } from 'node:path';
import type { FilledPerson } from '../fill/people.ts';
import { fillPerson } from '../fill-store.ts';
import { chooseEngines, newPostgres } from '../engines.ts';
import type { Contestant } from '../contest.ts';
import type { ServerProcess } from '../server-process.ts';
import { percentile } from '../statistics.ts';
import { createValiseData, startValiseServer } from '../valise.ts';
import type { Case } from './case.ts';

/** Every list that people and administrators see, by its address, and how far one can page back in each. */
function listsOf(person: FilledPerson): [name: string, path: string][] {
  const { newestDrop, oldDrop, newestRequest, oldRequest, newestItem, oldItem } = person;
  return [
    ['home', ''],
    ['sent', 'sent'],
    ['sent, live', 'sent?filter=live'],
    ['sent, ending', 'sent?filter=ending'],
    ['sent, ended', 'sent?filter=ended'],
    ['sent, old page', `sent?after=${oldDrop}`],
    ['sent, old page of ended', `sent?filter=ended&after=${oldDrop}`],
    ['sent, search that fits all', 'sent?q=documents'],
    ['sent, search that fits none', 'sent?q=nowhere'],
    ['sent, search in ended', 'sent?filter=ended&q=nowhere'],
    ['drop', `sent/${newestDrop}`],
    ['drop, live part', `sent/${newestDrop}/live`],
    ['requests', 'requests'],
    ['requests, old page', `requests?before=${oldRequest}`],
    ['request', `requests/${newestRequest}`],
    ['inbox', 'inbox'],
    ['inbox, old page', `inbox?before=${oldItem}`],
    ['inbox item', `inbox/${newestItem}`],
    ['contacts', 'contacts'],
    ['contacts, search', 'contacts?q=anna'],
    ['contacts, groups', 'contacts/groups'],
    ['suggestions, a letter', 'send/suggest?q=a'],
    ['suggestions, a name', 'send/suggest?q=Berg777'],
    ['suggestions, an address', 'send/suggest?q=past-contact-7'],
    ['admin', 'admin/'],
    ['admin, accounts', 'admin/accounts'],
    ['admin, accounts by address', 'admin/accounts?address=person'],
    ['admin, people', 'admin/accounts?role=user'],
    ['admin, disabled accounts', 'admin/accounts?state=disabled'],
    ['admin, account', `admin/accounts/${person.accountId}`],
    ['admin, drops', 'admin/drops'],
    ['admin, live drops', 'admin/drops?state=live'],
    ['admin, ended drops', 'admin/drops?state=ended'],
    ['admin, drops of an account', 'admin/drops?sender=person@example.com'],
    ['admin, live drops of an account', 'admin/drops?state=live&sender=person@example.com'],
    ['admin, ended drops of an account', 'admin/drops?state=ended&sender=person@example.com'],
    ['admin, old drops', `admin/drops?after=${oldDrop}`],
    ['admin, mails', 'admin/outbox'],
    ['admin, waiting mails', 'admin/outbox?state=waiting'],
    ['admin, refused mails', 'admin/outbox?state=refused'],
    ['admin, trail', 'admin/audit'],
    ['admin, trail by actor', 'admin/audit?who=nobody'],
    ['admin, trail by action', 'admin/audit?action=grant'],
    ['admin, trail by day', 'admin/audit?until=2020-01-01'],
    ['admin, storage', 'admin/storage'],
  ];
}

/** The lists of one person with nearly all dispatches of the installation, one call after another. */
export function listsCase({ hasPostgres }: { hasPostgres: boolean }): Case {
  return {
    name: hasPostgres ? 'postgres-lists' : 'lists',
    title: `lists of the application${hasPostgres ? ', rows in PostgreSQL' : ''}`,
    unit: 'calls',
    async start({ newDir, scale }) {
      const dataDir = join(await newDir('valise'), 'data');
      if (hasPostgres) await chooseEngines(dataDir, await newPostgres(dataDir));
      await createValiseData(dataDir);
      const person = await fillPerson(dataDir, scale.storedDrops);
      const server = await startValiseServer(dataDir);
      const headers = { cookie: `__Host-valise-session=${person.session}`, accept: 'text/html' };
      for (const [name, path] of listsOf(person)) {
        const answer = await fetch(`${server.url}/app/${path}`, { headers, redirect: 'manual' });
        await answer.arrayBuffer();
        if (answer.status !== 200) throw new Error(`${name} (${path}): ${answer.status}`);
      }
      return listsOf(person).map(([name, path]) =>
        looker(name, server, { url: `${server.url}/app/${path}`, headers }, scale.loadSeconds),
      );
    },
  };
}

/** Enough for a p95; pages take milliseconds, and a program of its own for each list would take longer. */
const mostLooks = 60;

/** A contestant that looks at one page again and again, for so many seconds at most. */
function looker(
  name: string,
  server: ServerProcess,
  { url, headers }: { url: string; headers: Readonly<Record<string, string>> },
  seconds: number,
): Contestant {
  return {
    name,
    server,
    async run() {
      const took: number[] = [];
      const startedAt = performance.now();
      const stopAt = startedAt + seconds * 1000;
      while (took.length < mostLooks && (took.length === 0 || performance.now() < stopAt)) {
        const askedAt = performance.now();
        await (await fetch(url, { headers })).arrayBuffer();
        took.push((performance.now() - askedAt) / 1000);
      }
      return {
        work: took.length,
        seconds: (performance.now() - startedAt) / 1000,
        p50Seconds: percentile(took, 50),
        p95Seconds: percentile(took, 95),
      };
    },
  };
}
