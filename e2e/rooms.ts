/** The rows of the layer test: every folder of the sources, and what it may import. */

/** One folder. A `*` at the end of a name stands for the folders below it. */
export interface Room {
  mayImport: readonly string[];
  /** Packages and parts of Node that the folder does not use; `*`: none at all. */
  never: readonly string[];
  reason: string;
}

const io = ['node:fs', 'node:fs/promises', 'node:net', 'node:http', 'node:https', 'node:sqlite'];
const frameworks = ['fastify', 'kysely', 'pino', 'pino-pretty', 'prom-client', '@opentelemetry'];
const pure = [...io, ...frameworks];

function room(reason: string, never: readonly string[], mayImport = ''): Room {
  return { reason, never, mayImport: mayImport.split(' ').filter((name) => name !== '') };
}

const domainReason =
  'the domain reaches the world through its ports, so that tests can be the world';
function domain(mayImport: string): Room {
  return room(domainReason, pure, `protocol ${mayImport}`);
}

const httpReason = 'a request reaches stores through the domain, never around it';
function http(mayImport: string): Room {
  return room(
    httpReason,
    ['kysely', 'node:sqlite', 'typebox'],
    `protocol protocol/operations domain/* i18n i18n/texts ${mayImport}`,
  );
}

/** What pages of signed-in people import. */
const app = 'http/app/frame http/connection http/generated http/html http/link-pages http/routing';
const pagesOf = (...areas: string[]) =>
  Object.fromEntries(areas.map((area) => [`http/app/${area}`, http(app)]));

const commandReason = 'a command composes an installation and calls its verbs';
function command(mayImport: string): Room {
  const shared = 'protocol domain/* config cli-kit compose locks platform stores';
  return room(commandReason, ['kysely'], `${shared} ${mayImport}`);
}

/** Names of folders in `server/src` are short; the others are whole. */
const server: Record<string, Room> = {
  '': room(
    'main.ts is the only loose file: it calls the commands',
    [],
    'cli-kit commands client/command',
  ),

  'domain/model': domain(''),
  'domain/ports': domain('domain/model'),
  'domain/transfers': domain('domain/model domain/ports'),
  'domain/events': domain('domain/model domain/ports'),
  'domain/webhooks': domain('domain/model domain/ports domain/events'),
  'domain/audit': domain('domain/model domain/ports'),
  'domain/notices': domain('domain/model domain/ports'),
  'domain/contacts': domain('domain/model domain/ports'),
  'domain/files': domain('domain/model domain/ports domain/transfers'),
  'domain/tray': domain('domain/model domain/ports domain/transfers domain/files'),
  'domain/second-factor': domain(
    'domain/model domain/ports domain/audit domain/events domain/people',
  ),
  'domain/downloads': domain(
    'domain/model domain/ports domain/audit domain/events domain/files domain/second-factor',
  ),
  'domain/uploads': domain('domain/model domain/ports domain/transfers domain/audit domain/files'),
  'domain/pictures': domain('domain/model domain/ports domain/uploads'),
  'domain/grants': domain(
    'domain/model domain/ports domain/notices domain/files domain/second-factor domain/uploads domain/dispatches',
  ),
  'domain/passkeys': domain('domain/model domain/ports domain/audit domain/people'),
  'domain/identities': domain(
    'domain/model domain/ports domain/audit domain/passkeys domain/people',
  ),
  'domain/access': domain('domain/model domain/ports domain/audit domain/people'),
  'domain/people': domain('domain/model domain/ports domain/audit'),
  'domain/dispatches': domain(
    'domain/model domain/ports domain/audit domain/notices domain/files domain/downloads domain/second-factor',
  ),
  'domain/drafts': domain(
    'domain/model domain/ports domain/contacts domain/dispatches domain/downloads domain/uploads',
  ),
  'domain/sends': domain(
    'domain/model domain/ports domain/dispatches domain/drafts domain/files domain/uploads',
  ),
  'domain/expiry': domain(
    'domain/model domain/ports domain/audit domain/downloads domain/dispatches',
  ),
  'domain/receipts': domain(
    'domain/model domain/ports domain/audit domain/dispatches domain/expiry',
  ),
  'domain/sandbox': domain('domain/model domain/downloads'),
  'domain/administration': domain(
    'domain/model domain/ports domain/access domain/audit domain/contacts domain/people',
  ),
  config: room(
    'settings are read before anything else exists',
    frameworks,
    'protocol domain/model',
  ),
  platform: room(
    'what the operating system gives knows nothing of the exchange',
    ['fastify', 'kysely'],
    'domain/model config',
  ),
  'platform/concurrency': room('a mutex and a retry know nothing of the work', pure, ''),
  'platform/rpc': room(
    'how a process or a thread is called does not depend on the call',
    pure,
    'domain/model',
  ),

  'sealing/crypto': room(
    'what seals and opens files is a pure function of keys and bytes',
    pure,
    'protocol domain/model domain/ports domain/transfers platform/concurrency',
  ),
  'sealing/crypto/vectors': room(
    'what seals and opens files is a pure function of keys and bytes',
    pure,
    'domain/model sealing/crypto',
  ),
  'sealing/cipher-pool': room(
    'the pool runs ciphers in threads, and knows no store',
    pure,
    'domain/model platform/rpc sealing/crypto',
  ),
  'sealing/vault': room(
    'the one way to file contents works on any blob store',
    pure,
    'protocol domain/* platform/concurrency sealing/crypto sealing/cipher-pool',
  ),
  'key-ring': room(
    'the key folder uses files, a lock on them and cryptography, and nothing else',
    frameworks,
    'protocol domain/* sealing/crypto platform platform/concurrency locks',
  ),

  blobs: room(
    'a blob store knows neither the database nor the network',
    frameworks,
    'domain/model domain/ports',
  ),
  'blobs/file': room(
    'a blob store knows neither the database nor the network',
    frameworks,
    'blobs domain/model domain/ports domain/transfers platform',
  ),
  'blobs/s3': room(
    'a bucket is reached through the SDK alone, which is loaded with the first request',
    frameworks,
    'blobs domain/model domain/ports domain/transfers platform platform/concurrency',
  ),
  'blobs/memory': room(
    'a blob store knows neither the database nor the network',
    frameworks,
    'blobs domain/model domain/ports',
  ),

  database: room(
    'what every kind of database is defined by',
    pure,
    'domain/model domain/ports database/copy',
  ),
  'database/queries': room(
    'queries say how rows are found; what rows mean is decided in the domain',
    ['fastify', 'node:sqlite'],
    'protocol domain/model',
  ),
  'database/generated': room('generated texts are data', pure, 'database/queries'),
  'database/migrations': room('a migration is a list of statements', [...io, 'fastify'], ''),
  'database/catalogue': room(
    'the texts of every engine are written in one way, ahead of time',
    ['fastify'],
    'database/queries database/migrations',
  ),
  'database/sqlite': room(
    'rows are kept here; what they mean is decided in the domain',
    ['fastify'],
    'domain/model database database/copy database/queries database/generated platform/concurrency',
  ),
  'database/postgres': room(
    'rows are kept here; what they mean is decided in the domain',
    ['fastify', 'node:sqlite'],
    'domain/model domain/ports database database/copy database/queries database/generated platform/concurrency',
  ),
  'database/copy': room(
    'a copy knows tables and rows, and not what they mean',
    [...io, 'fastify', 'kysely'],
    'database/queries',
  ),
  'database/memory': room(
    'rows are kept here; what they mean is decided in the domain',
    ['fastify'],
    'domain/model database database/generated database/sqlite',
  ),
  'database/runner': room(
    'commands run in this thread or in a writer thread, which opens the stores by itself',
    ['fastify', 'kysely'],
    'stores domain/* platform platform/rpc sealing/crypto sealing/vault',
  ),

  locks: room(
    'locks are taken through SQLite, whatever the database is',
    frameworks,
    'domain/model database/sqlite platform/concurrency',
  ),
  stores: room(
    'the registry is the only place that names the implementations of a store',
    frameworks,
    'config blobs blobs/file blobs/memory blobs/s3 database database/memory database/postgres database/sqlite',
  ),

  coordination: room(
    'processes coordinate through calls alone: no store, no network of the exchange',
    pure,
    'domain/model domain/ports platform/rpc',
  ),
  'coordination/postgres': room(
    'nodes coordinate through tables of their own, and know no rows of the exchange',
    pure,
    'coordination database database/postgres domain/model domain/ports platform/concurrency',
  ),

  i18n: room('languages and formats depend on nothing', pure, 'protocol'),
  'i18n/texts': room(
    'texts depend on nothing but the language',
    pure,
    'protocol i18n i18n/texts/generated',
  ),
  'i18n/texts/generated': room('values of texts are data', pure),
  'delivery/mail': room(
    'a mail is made of what the domain knows and leaves through its own transport',
    ['fastify', 'kysely'],
    'protocol domain/* platform platform/concurrency i18n i18n/texts delivery/mail/messages',
  ),
  'delivery/mail/messages': room(
    'a message is a function of its facts',
    pure,
    'protocol domain/model i18n i18n/texts http/html',
  ),
  'delivery/webhooks': room(
    'a webhook leaves through a transport that decides where it may go, and knows nothing of what it says',
    frameworks,
    'protocol domain/model domain/ports platform/concurrency',
  ),
  'delivery/sms': room(
    'a short message leaves through a provider that knows nothing of what it says',
    frameworks,
    'protocol domain/model domain/ports',
  ),
  delivery: room(
    'what was captured instead of sent is read here, mails and short messages alike',
    ['fastify', 'kysely'],
    'delivery/mail delivery/sms',
  ),

  oidc: room(
    'an identity provider is reached through its library alone, which is loaded with the first use',
    frameworks,
    'config domain/model domain/ports',
  ),

  'http/connection': http(''),
  'http/routing': http('http/connection http/generated'),
  'http/generated': room('generated checks are data', pure, 'protocol/operations'),
  'http/html': http(''),
  'http/assets': http('http/connection'),
  'http/error-pages': http('http/connection http/generated http/html http/routing'),
  'http/health': http('http/generated http/routing'),
  'http/multipart': http('http/connection'),
  'http/sending': http('http/connection'),
  'http/api': http(
    'http/assets http/connection http/multipart http/error-pages http/generated http/html http/routing http/sending http/tus',
  ),
  'http/cgi': http('http/connection http/generated http/multipart http/routing http/sending'),
  'http/account-page': http(
    'http/assets http/connection http/generated http/html http/link-pages http/routing',
  ),
  'http/link-pages': http('http/connection http/error-pages http/generated http/html http/routing'),
  'http/download-page': http(
    'http/connection http/error-pages http/generated http/html http/link-pages http/routing http/sending',
  ),
  'http/tus': http('http/connection http/generated http/link-pages http/routing'),
  'http/upload-page': http(
    'http/connection http/error-pages http/generated http/html http/link-pages http/multipart http/routing http/tus',
  ),
  'http/app/frame': http(
    'http/connection http/error-pages http/html http/link-pages http/multipart http/routing',
  ),
  'http/app/admin': http(`${app} http/assets`),
  'http/app/contacts': http(`${app} http/sending`),
  'http/app/devices': http(`${app} http/app/api-keys`),
  'http/app/home': http(`${app} http/app/file-requests http/app/inbox http/app/send`),
  'http/app/send': http(`${app} http/app/templates http/multipart http/tus http/upload-page`),
  'http/app/sent': http(`${app} http/sending`),
  ...pagesOf('api-keys', 'file-requests', 'passkeys', 'security', 'settings', 'templates'),
  'http/app/installed': http(`${app} http/assets`),
  'http/app/inbox': http(`${app} http/download-page http/error-pages http/sending`),
  'http/sign-in': http(
    'http/app/frame http/connection http/generated http/html http/link-pages http/routing',
  ),
  http: http(
    'http/account-page http/api http/app/* http/assets http/cgi http/connection http/download-page http/error-pages http/health http/link-pages http/routing http/sign-in http/upload-page',
  ),

  brand: room(
    "an operator's texts, colours and logo are checked before pages and mails use them",
    ['fastify', 'kysely'],
    'protocol config domain/model i18n i18n/texts http/assets',
  ),
  jobs: room('a job is a verb of the domain on a timetable', pure, 'protocol domain/*'),
  health: room(
    'readiness asks the parts of a server through their ports',
    frameworks,
    'domain/model domain/ports http/health',
  ),
  metrics: room(
    'what is measured is asked of ports and of requests that have ended; nothing depends on it',
    ['fastify', 'kysely'],
    'domain/administration domain/model domain/ports health http/connection http/health',
  ),
  traces: room(
    'what is traced are calls of ports and requests; nothing but the composition knows of it',
    ['kysely', 'pino', 'prom-client'],
    'domain/model domain/ports http/connection',
  ),
  compose: room(
    'the composition is the only place that sees both sides of a port',
    ['kysely'],
    'protocol domain/* config coordination coordination/postgres platform platform/rpc sealing/crypto sealing/vault sealing/cipher-pool key-ring stores blobs database/copy database/runner delivery delivery/mail delivery/sms delivery/webhooks oidc brand http http/assets http/routing jobs health metrics traces',
  ),
  inspection: room(
    'inspection opens the data of an installation without changing it',
    frameworks,
    'protocol domain/* platform sealing/crypto sealing/vault sealing/cipher-pool key-ring stores compose',
  ),
  workers: room(
    'the worker pool starts the composed server in one process or in several',
    ['kysely'],
    'domain/* config coordination platform platform/concurrency platform/rpc brand health compose locks metrics stores',
  ),

  'cli-kit': room(
    'how a command is declared, parsed and printed does not depend on what it does',
    frameworks,
    'protocol config domain/model',
  ),
  'commands/installation': command(''),
  'commands/account': command('commands/installation'),
  'commands/audit': command('commands/installation'),
  'commands/clock': command('commands/installation'),
  'commands/contacts': command('commands/installation'),
  'commands/doctor': command('brand inspection oidc'),
  'commands/drop': command('commands/installation'),
  'commands/keys': command('commands/installation key-ring'),
  'commands/mail': command('commands/installation delivery'),
  'commands/migrate': command('commands/installation'),
  'commands/receipt': command(''),
  'commands/receiver': command('commands/installation commands/drop delivery'),
  commands: command('client/command commands/* brand health inspection workers'),

  testing: room('what tests share fits every folder', frameworks, 'protocol domain/*'),
};

const strangers = 'whole-server tests know only what a stranger knows';
const measurements = 'measurements start the server as a stranger would';
function bench(mayImport: string): Room {
  return room(measurements, ['kysely'], `protocol ${mayImport}`);
}

const contractOnly =
  'the suite is for any server: it knows the contract and Node, and nothing of ours or of the library';
const packages = [...frameworks, 'typebox', 'esbuild'];

/** Every folder by its path, with what it may import by path. */
export const rooms: Readonly<Record<string, Room>> = {
  protocol: room('the words on the wire belong to clients too: nothing of the server', pure),
  'protocol/operations': room(
    'operations belong to clients too: nothing of the server',
    pure,
    'protocol',
  ),
  'client/src': room(
    'the library runs in browsers, too, and uses no package',
    ['*'],
    'client/src/generated',
  ),
  'client/src/generated': room('generated types are data', ['*']),
  'client/node': room(
    'the library is shipped alone: Node is all that it needs',
    packages,
    'client/src',
  ),
  'client/command': room(
    'the commands of senders are shipped alone: they know the library, and nothing of the server',
    packages,
    'protocol client/conformance client/node client/src',
  ),
  'client/conformance': room(contractOnly, packages, 'client/conformance/checks'),
  'client/conformance/checks': room(contractOnly, [...packages, ...io], 'client/conformance'),
  ...Object.fromEntries(
    Object.entries(server).map(([name, { mayImport, ...rest }]) => [
      inServer(name),
      {
        ...rest,
        mayImport: mayImport.map((each) =>
          /^(?:protocol|client)\b/.test(each) ? each : inServer(each),
        ),
      },
    ]),
  ),
  e2e: room(strangers, ['fastify', 'kysely']),
  ...Object.fromEntries(
    ['contract', 'deployment', 'hostile', 'journeys', 'mail', 'resilience'].map((name) => [
      `e2e/${name}`,
      room(strangers, ['fastify', 'kysely'], 'protocol client/conformance e2e/*'),
    ]),
  ),
  'e2e/pictures': room(
    'pictures are taken of the pages that journeys open, in the states that tests of pages make',
    ['fastify', 'kysely'],
    'e2e/* server/src/http/app',
  ),
  'e2e/client': room(
    strangers,
    ['fastify', 'kysely'],
    'client/conformance client/node client/src e2e/*',
  ),
  'e2e/harness': room(
    'the harness starts engines as the tests of the server do; what it knows of Valise, a stranger knows',
    ['fastify', 'kysely'],
    'protocol client/conformance e2e/* server/src/testing',
  ),
  'web/scripts': room('browsers load the scripts of pages as they are', ['*']),
  bench: bench('bench/* server/src/testing'),
  'bench/cases': bench('bench bench/* server/src/testing'),
  'bench/load': bench('bench'),
  'bench/parts': bench(''),
  'bench/plots': bench('bench/cases bench/report'),
  'bench/references': bench('bench server/src/testing'),
  'bench/report': bench('bench bench/*'),
  'bench/fill': room(
    'a store is filled for measuring through the ports, by a program of its own',
    frameworks,
    'protocol server/src/domain/* server/src/compose server/src/config server/src/platform server/src/stores',
  ),
  'server/bundle': room('a bundle is made of sources, and its maker runs none of them', frameworks),
  'server/font': room('a font is cut of a package, and its maker runs no source', frameworks),
  scripts: room(
    'scripts generate documents and texts from what they describe, and run tests by what the harness says of them, with the engines that they share',
    frameworks,
    'protocol protocol/operations client/command server/src/domain/* server/src/config server/src/commands server/src/database/catalogue server/src/i18n/texts server/src/http/error-pages server/src/http/generated server/src/http/routing server/src/metrics server/src/testing e2e/harness',
  ),
};

function inServer(name: string): string {
  return name === '' ? 'server/src' : `server/src/${name}`;
}
