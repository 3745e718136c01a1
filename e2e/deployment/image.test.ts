import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { missingCeph, newCephLocation } from '../harness/ceph.ts';
import { keyFor } from '../harness/add-account.ts';
import { eventually } from '../harness/eventually.ts';
import type { Answer, Request } from '../harness/exchange.ts';
import type { PostgresAccess } from '../harness/postgres.ts';
import { missingPostgres, startPostgresServer } from '../harness/postgres.ts';
import { cleanEnvironment, launcher, runValise } from '../harness/valise-command.ts';
import { setUpCompose } from './compose-set-up.ts';
import { programVersion, usualPort } from './documented.ts';
import { adaptExample, readDocument } from './example.ts';
import { freePorts } from './free-ports.ts';
import { commandOf, copied, ignoreRules, instructionsOf, makeProgramFolder } from './image.ts';
import { missingProgram } from './missing-program.ts';
import { parseYaml } from './parse-yaml.ts';
import { runCommands } from './run-commands.ts';
import { GateClient } from './secure-exchange.ts';
import { asUnknownUser, giveToUnknownUser } from './unknown-user.ts';

test('the image is made of what the program needs, on a Node that can run it', () => {
  const { engines } = JSON.parse(readDocument('package.json')) as { engines: { node: string } };
  const [, major = ''] = /^node:(\d+)-/.exec(instructionsOf('FROM')[0] ?? '') ?? [];
  assert.ok(Number(major) >= Number(/\d+/.exec(engines.node)?.[0]), `Node ${major}`);
  const allowed = ignoreRules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1));
  assert.equal(ignoreRules[0], '*');
  assert.deepEqual([...copied].sort(), allowed.sort());
  assert.ok(readDocument('deploy/Dockerfile').includes(`valise:${programVersion}`));
});

test('an image that is built with its commit shows it', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'valise-image-'));
  t.after(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'server'));
  const note = instructionsOf('RUN').find((command) => command.includes('server/commit')) ?? '';
  const build = (COMMIT: string) =>
    execFileSync('sh', ['-c', note], { cwd: folder, env: { COMMIT } });
  await writeFile(join(folder, 'server/commit'), 'of the checkout');
  build('');
  assert.equal(await readFile(join(folder, 'server/commit'), 'utf8'), 'of the checkout');
  build('0123456789012345678901234567890123456789');
  assert.match(await readFile(join(folder, 'server/commit'), 'utf8'), /^\d{40}\n$/);
  const [argument = ''] = instructionsOf('ARG');
  assert.equal(argument, 'COMMIT=');
});

test('the image runs as an ordinary user, and is stopped by the signal that ends requests', () => {
  assert.deepEqual(instructionsOf('USER'), ['1000:1000']);
  assert.deepEqual(instructionsOf('STOPSIGNAL'), ['SIGTERM']);
  assert.deepEqual(instructionsOf('VOLUME'), ['/data']);
  assert.deepEqual(instructionsOf('EXPOSE'), [usualPort]);
});

test('the command starts under a user id that no passwd entry names', () => {
  const [command, ...words] = asUnknownUser;
  const { status, stdout, stderr } = spawnSync(command, [...words, launcher, 'version'], {
    encoding: 'utf8',
    env: {},
  });
  assert.deepEqual([status, stderr], [0, '']);
  assert.ok(stdout.startsWith(`Valise ${programVersion}`), stdout);
});

/** The settings of a node in compose.yaml, and of one in Kubernetes. */
function documentedSettings(): Record<string, string>[] {
  const compose = parseYaml(readDocument('deploy/compose.yaml'))[0] as {
    services: { node1: { environment: Record<string, string> } };
  };
  const kubernetes = parseYaml(readDocument('deploy/kubernetes/settings.yaml'))[0] as {
    data: Record<string, string>;
  };
  return [compose.services.node1.environment, kubernetes.data];
}

/** A client that knows the service by the name in the examples. */
class NamedClient extends GateClient {
  override async bare(request: Request): Promise<Answer> {
    return await super.bare({
      ...request,
      headers: { ...request.headers, host: 'files.example.com' },
    });
  }
}

const skip =
  missingPostgres || missingCeph || missingProgram('openssl', 'version') || missingProgram('psql');

test(
  'the image’s command serves with the settings of compose.yaml and of the manifests, under any user id',
  { skip, timeout: 300_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'valise-image-'));
    const started: ReturnType<typeof startNode>[] = [];
    after(async () => {
      await Promise.all(started.map(({ child }) => kill(child)));
      // Workers end with the process that started them, a moment later.
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    });
    const program = join(folder, 'program');
    await makeProgramFolder(program);
    const before = listFiles(program);

    const { blobUrl, s3 } = await newCephLocation();
    const key = { id: s3.accessKeyId, secret: s3.secretAccessKey };
    const { secrets, calls } = await setUpCompose(folder, key);
    assert.deepEqual(calls, [
      'compose up --detach --wait garage',
      'compose exec -T garage /garage bucket info valise',
      'compose exec -T garage /garage bucket create valise',
      'compose exec -T garage /garage key create valise',
      `compose exec -T garage /garage bucket allow --read --write valise --key ${key.id}`,
    ]);
    const again = await setUpCompose(folder, { id: 'other', secret: 'other' });
    assert.deepEqual(again.calls, calls, 'a second run makes nothing');
    for (const name of readdirSync(secrets)) {
      assert.equal((await stat(join(secrets, name))).mode & 0o007, 0, name);
    }
    for (const name of ['smtp-password', 'metrics-token']) {
      await writeFile(join(secrets, name), '5ec2e7\n', { mode: 0o600 });
    }

    const postgres = await startPostgresServer();
    const databaseUrl = await createDatabase(postgres, folder, secrets);
    const ports = await freePorts(4);
    const nodes = documentedSettings().map((settings, index) => {
      const name = `node${index + 1}`;
      const [port = 0, metricsPort = 0] = ports.slice(2 * index);
      const adapted = Object.entries(settings).map(([variable, value]) => [
        variable,
        value.replace(/\/run\/secrets\/(?:valise\/)?/, `${secrets}/`),
      ]);
      const env: Record<string, string> = {
        ...(Object.fromEntries(adapted) as Record<string, string>),
        ...{ VALISE_HOST: '127.0.0.1', VALISE_PORT: String(port) },
        ...{ VALISE_DATABASE_URL: databaseUrl, VALISE_BLOB_URL: blobUrl },
        ...{ VALISE_S3_ENDPOINT: s3.endpoint, VALISE_S3_REGION: s3.region },
        ...{ VALISE_DATA: join(folder, name), NODE_COMPILE_CACHE: join(folder, 'compiled') },
        PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      };
      if ('VALISE_METRICS_LISTEN' in env) env['VALISE_METRICS_LISTEN'] = `127.0.0.1:${metricsPort}`;
      return { name, port, metricsPort, env };
    });
    for (const { name } of nodes) await mkdir(join(folder, name), { mode: 0o700 });

    const [, ...args] = [...commandOf('ENTRYPOINT'), ...commandOf('CMD')];
    giveToUnknownUser(folder);
    for (const [index, { env }] of nodes.entries()) {
      const launchedBy = index === 0 ? [] : asUnknownUser;
      started.push(startNode([...launchedBy, join(program, 'bin/valise'), ...args], env));
    }
    for (const [index, { name, port, env }] of nodes.entries()) {
      const { child, output } = started[index] ?? assert.fail();
      await eventually(`${name} serves`, () => {
        assert.equal(child.exitCode, null, output());
        return output().includes('"Valise is serving"') ? true : undefined;
      });
      assert.equal(checkHealth(port, env), 0, output());
    }

    const [first = assert.fail(), second = assert.fail()] = nodes;
    const credentials = { email: 'anna@example.com', key: keyFor('anna@example.com') };
    const account = [credentials.email, '46700000001', '--role', 'api', '--key-file', '-'];
    const added = await runValise(['account', 'add', ...account], {
      env: first.env,
      input: credentials.key,
    });
    assert.equal(added.status, 0, added.stderr);
    const [here, there] = [first, second].map(({ port }) => new NamedClient({ port }, credentials));
    assert.equal((await here?.upload({ 'a.txt': 'a file' }))?.status, 200);
    assert.match(JSON.stringify(await there?.get('get_files')), /"a\.txt"/);
    const token = (await readFile(join(secrets, 'metrics-token'), 'utf8')).trim();
    const scraped = await fetch(`http://127.0.0.1:${second.metricsPort}/metrics`, {
      headers: { authorization: `Bearer ${token}` },
    });
    assert.match(
      await scraped.text(),
      /^valise_database_connections\{pool="write",state="idle"\} /m,
    );

    const examined = await runValise(['doctor'], { env: first.env });
    assert.equal(examined.status, 0, examined.stdout + examined.stderr);

    const [, onNode = ''] = readDocument('docs/many-nodes.md').split('## What is on a node');
    for (const path of listFiles(join(folder, second.name))) {
      const name = path.replace(/^keys\//, '').replace(/^\w+(?=\.lock)/, '*');
      if (name !== 'keys') assert.ok(onNode.includes(`\`${name}\``), path);
    }

    for (const { child, output } of started) {
      const exited = once(child, 'exit');
      child.kill(instructionsOf('STOPSIGNAL')[0] as NodeJS.Signals);
      assert.deepEqual(await exited, [0, null], output());
    }
    assert.equal(checkHealth(first.port, first.env), 1, 'the check fails where no server answers');
    assert.deepEqual(listFiles(program), before, 'nothing was written beside the data and /tmp');
  },
);

/** Makes a role and its database as the container of PostgreSQL does. Returns its address. */
async function createDatabase(
  { port, socketFolder }: PostgresAccess,
  folder: string,
  secrets: string,
): Promise<string> {
  // The server has a role valise already.
  const sql = adaptExample('deploy/compose/postgres.sql', [
    ['/run/secrets', secrets],
    ['role valise', 'role composed'],
    ['database valise owner valise', 'database composed owner composed'],
  ]);
  await writeFile(join(folder, 'postgres.sql'), sql);
  const flags = `--no-psqlrc --set=ON_ERROR_STOP=1 --username=postgres --port=${port}`;
  await runCommands(`psql ${flags} --host='${socketFolder}' --file=postgres.sql`, folder);
  return `postgres://composed@127.0.0.1:${port}/composed`;
}

/** Runs the health check of the image for a node on another port than the image's. */
function checkHealth(port: number, env: Record<string, string>): number | null {
  const [command = '', ...words] = commandOf('HEALTHCHECK').map((word) =>
    word.replace(`:${usualPort}/`, `:${port}/`),
  );
  return spawnSync(command, words, { env }).status;
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.startsWith('node_modules/'))
    .sort();
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

function startNode(
  [command = '', ...args]: readonly string[],
  env: Record<string, string>,
): { child: ChildProcess; output: () => string } {
  const child = spawn(command, args, {
    // A user without a name may have no home folder either.
    env: { ...cleanEnvironment(env), HOME: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece: Buffer) => {
      output += piece.toString('utf8');
    });
  }
  return { child, output: () => output };
}
