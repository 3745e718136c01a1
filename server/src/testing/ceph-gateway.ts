import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import type { CephLocation } from './ceph-server.ts';
import { newCephLocation, useCephStore } from './ceph-server.ts';
import { ownAddress } from './own-address.ts';

/** A way into the Ceph of the test run that a test can stop, without that other tests notice. */
export interface CephGateway {
  /** A prefix of the bucket that no other test uses, through this gateway. */
  location: CephLocation;
  /** Kills it. */
  stop(): Promise<void>;
  /** Resolves when it answers again. */
  start(): Promise<void>;
}

const port = 7480;
const startMs = 30_000;

/** Starts one more RADOS gateway. It ends with the test or file that asked. */
export async function startCephGateway(): Promise<CephGateway> {
  const { configFile } = await useCephStore();
  const { blobUrl, s3 } = await newCephLocation();
  const endpoint = `http://${ownAddress()}:${port}`;
  const home = await mkdtemp(join(tmpdir(), 'valise-gateway-'));
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const place = ['--rgw_frontends', `beast endpoint=${new URL(endpoint).host} tcp_nodelay=1`];
    const own = ['--rgw_data', home, '--log_file', join(home, 'rgw.log')];
    const args = ['radosgw', '-f', '-n', 'client.rgw', ...place, ...own];
    const started = spawn('setpriv', ['--pdeathsig', 'KILL', ...args], {
      env: { PATH: '/usr/bin:/usr/sbin:/bin:/sbin', CEPH_CONF: configFile },
      stdio: 'ignore',
    });
    child = started;
    const giveUpAt = performance.now() + startMs;
    while (!(await answers(endpoint))) {
      if (started.exitCode !== null || performance.now() > giveUpAt) {
        throw new Error('The gateway of Ceph did not start');
      }
      await sleep(50);
    }
  }

  async function stop(): Promise<void> {
    const stopping = child;
    child = undefined;
    if (stopping === undefined || stopping.exitCode !== null) return;
    const ended = once(stopping, 'exit');
    stopping.kill('SIGKILL');
    await ended;
  }

  after(async () => {
    await stop();
    await rm(home, { recursive: true, force: true });
  });
  await start();
  return { location: { blobUrl, s3: { ...s3, endpoint } }, stop, start };
}

async function answers(endpoint: string): Promise<boolean> {
  try {
    await (await fetch(endpoint)).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
