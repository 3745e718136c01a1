/**
 * The program that runs a Ceph object store for tests: `node ceph-keeper.ts FOLDER OWNER`. It writes
 * `ready.json` or `failed.txt` into FOLDER, and ends, with everything it started, once the process OWNER
 * has ended. The daemons end with it, however it ends.
 */
import { execFile, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { CephStore } from './ceph-server.ts';

const run = promisify(execFile);
const watchMs = 500;
const startMs = 120_000;
const ports = { monitor: 0, gateway: 1, daemons: 2 };
const portsUsed = 12;

const [, , folder = '', owner = ''] = process.argv;
const configFile = join(folder, 'ceph.conf');
const environment = { PATH: '/usr/bin:/usr/sbin:/bin:/sbin', CEPH_CONF: configFile };

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Starts a daemon in the foreground, which the system kills together with this process. */
function startDaemon(program: string, ...args: string[]): Promise<never> {
  const log = openSync(join(folder, 'log', `${program}.out`), 'a');
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', program, '-f', ...args], {
    env: environment,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  return new Promise((_, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      reject(new Error(`${program} ended with ${String(code)}`));
    });
  });
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const result = Promise.withResolvers<boolean>();
  server.once('error', () => {
    result.resolve(false);
  });
  server.listen(port, '127.0.0.1', () => {
    server.close(() => {
      result.resolve(true);
    });
  });
  return await result.promise;
}

/** The first of several free ports in a row: Ceph's daemons choose from a range. */
async function findFreePorts(): Promise<number> {
  for (;;) {
    // Below the range from which the system gives ports to others.
    const base = 12_000 + (randomBytes(2).readUInt16LE() % 16_000);
    const free = await Promise.all(Array.from({ length: portsUsed }, (_, at) => isFree(base + at)));
    if (free.every(Boolean)) return base;
  }
}

/** A key as Ceph writes it: its kind, when it was made, its length and its bytes. */
function newCephKey(): string {
  const head = Buffer.alloc(12);
  head.writeUInt16LE(1, 0);
  head.writeUInt16LE(16, 10);
  return Buffer.concat([head, randomBytes(16)]).toString('base64');
}

function keyring(): string {
  const all = ['mon', 'osd', 'mgr'].map((daemon) => `caps ${daemon} = "allow *"`).join('\n');
  return ['mon.', 'client.admin', 'osd.0', 'client.rgw']
    .map((name) => `[${name}]\nkey = ${newCephKey()}\n${all}\n`)
    .join('');
}

function config(fsid: string, base: number): string {
  return `[global]
fsid = ${fsid}
mon_initial_members = a
mon_host = [v2:127.0.0.1:${base + ports.monitor}]
public_network = 127.0.0.0/8
cluster_network = 127.0.0.0/8
ms_bind_port_min = ${base + ports.daemons}
ms_bind_port_max = ${base + portsUsed - 1}
auth_cluster_required = cephx
auth_service_required = cephx
auth_client_required = cephx
auth_allow_insecure_global_id_reclaim = false
run_dir = ${folder}/run
admin_socket =
log_file = ${folder}/log/$name.log
crash_dir = ${folder}/log
keyring = ${folder}/keyring
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 4
osd_pool_default_pgp_num = 4
osd_pool_default_pg_autoscale_mode = off
osd_crush_chooseleaf_type = 0
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 2000
mon_data_avail_crit = 1
mon_data_avail_warn = 1
[mon]
mon_data = ${folder}/mon
[osd]
osd_data = ${folder}/osd
osd_objectstore = memstore
memstore_device_bytes = 12884901888
osd_class_load_list = *
osd_class_default_list = *
[client.rgw]
rgw_frontends = beast endpoint=127.0.0.1:${base + ports.gateway} tcp_nodelay=1
rgw_data = ${folder}/rgw
rgw_override_bucket_index_max_shards = 1
rgw_thread_pool_size = 64
rgw_gc_max_objs = 1
rgw_gc_obj_min_wait = 1
rgw_gc_processor_period = 5
rgw_gc_processor_max_time = 5
`;
}

async function startCluster(): Promise<CephStore> {
  const fsid = randomUUID();
  const base = await findFreePorts();
  for (const name of ['mon', 'osd', 'rgw', 'run', 'log']) await mkdir(join(folder, name));
  await writeFile(configFile, config(fsid, base));
  await writeFile(join(folder, 'keyring'), keyring(), { mode: 0o600 });
  const map = join(folder, 'monmap');
  const options = { env: environment };
  const address = `[v2:127.0.0.1:${base + ports.monitor}]`;
  await run('monmaptool', ['--create', '--fsid', fsid, '--addv', 'a', address, map], options);
  const fromMap = ['--monmap', map, '--keyring', join(folder, 'keyring')];
  await run('ceph-mon', ['--mkfs', '-i', 'a', ...fromMap], options);
  const daemons = [startDaemon('ceph-mon', '-i', 'a')];
  const access = {
    endpoint: `http://127.0.0.1:${base + ports.gateway}`,
    region: 'default',
    accessKeyId: randomBytes(10).toString('hex'),
    secretAccessKey: randomBytes(20).toString('hex'),
    pathStyle: true,
  };

  async function startRest(): Promise<CephStore> {
    const uuid = randomUUID();
    await run('ceph', ['osd', 'create', uuid, '0'], options);
    await run('ceph-osd', ['-i', '0', '--mkfs', '--osd-uuid', uuid], options);
    daemons.push(startDaemon('ceph-osd', '-i', '0'));
    await run(
      'radosgw-admin',
      // prettier-ignore
      ['-n', 'client.rgw', 'user', 'create', '--uid', 'test', '--display-name', 'Test',
        '--access-key', access.accessKeyId, '--secret-key', access.secretAccessKey],
      options,
    );
    daemons.push(startDaemon('radosgw', '-n', 'client.rgw'));
    const bucket = 'valise';
    await warmUp(access, bucket);
    return { access, bucket, configFile };
  }

  return await Promise.race([startRest(), ...daemons]);
}

/** Waits for the gateway. Its first bucket and its first object are slow: tests must not be the first. */
async function warmUp(access: CephStore['access'], bucket: string): Promise<void> {
  const client = new S3Client({
    endpoint: access.endpoint,
    region: access.region,
    credentials: access,
    forcePathStyle: true,
    maxAttempts: 1,
  });
  for (;;) {
    try {
      await client.send(new CreateBucketCommand({ Bucket: bucket }));
      break;
    } catch {
      await sleep(100);
    }
  }
  await client.send(new PutObjectCommand({ Bucket: bucket, Key: 'warm', Body: 'up' }));
  client.destroy();
}

async function tell(name: string, text: string): Promise<void> {
  const path = join(folder, name);
  await writeFile(`${path}.part`, text, { mode: 0o600 });
  await rename(`${path}.part`, path);
}

/** The daemons are killed with this process. */
async function end(): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  process.kill(process.pid, 'SIGKILL');
}

const late = sleep(startMs).then(() => Promise.reject(new Error('Ceph did not start in time')));
Promise.race([startCluster(), late]).then(
  (store) => tell('ready.json', JSON.stringify(store)),
  (error: unknown) => tell('failed.txt', String(error)),
);
setInterval(() => {
  if (!isAlive(Number(owner)) || !existsSync(folder)) void end();
}, watchMs);
