import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { addAccount } from '../harness/add-account.ts';
import type { RunningServer } from '../harness/server.ts';
import { startServer } from '../harness/server.ts';
import { makeCertificate } from './certificate.ts';
import { adaptExample } from './example.ts';
import { freePorts } from './free-ports.ts';
import type { Proxy, StartProxy } from './proxy.ts';
import type { Gate } from './secure-exchange.ts';
import { GateClient } from './secure-exchange.ts';

export interface BehindProxy {
  server: RunningServer;
  proxy: Proxy;
  /** The name and port by which clients know the service. */
  host: string;
  /** The way in, for a client that has this address. */
  gate: (from: string) => Gate;
  plainGate: Gate;
  sender: GateClient;
  receiver: GateClient;
}

/** Where the clients are, and where Valise would see them if the proxy did not speak for them. */
export const addresses = {
  sender: '127.0.0.21',
  receiver: '127.0.0.22',
  intruder: '127.0.0.66',
  proxy: '127.0.0.1',
} as const;

/** The examples for Valise and for a proxy, put together as the documentation says. */
export async function startBehindProxy(start: StartProxy): Promise<BehindProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'valise-proxy-'));
  after(() => rm(folder, { recursive: true, force: true }));
  const [plainPort = 0, securePort = 0] = await freePorts(2);
  const host = `files.example.com:${securePort}`;
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  const settings = adaptExample('deploy/valise.json', [
    ['https://files.example.com', `https://${host}`],
    ['/var/lib/valise-keys', join(folder, 'keys')],
  ]);
  await writeFile(join(dataDir, 'valise.json'), settings);
  const server = await startServer({ dataDir });

  const certificate = makeCertificate(folder);
  const proxyFolder = join(folder, 'proxy');
  await mkdir(proxyFolder);
  const upstream = new URL(server.url).host;
  const place = { folder: proxyFolder, plainPort, securePort, certificate, upstream };
  const proxy = await start(place);
  const gate = (from: string): Gate => ({ port: securePort, ca: certificate.pem, from });
  const clientOf = async (name: 'sender' | 'receiver'): Promise<GateClient> =>
    new GateClient(gate(addresses[name]), await addAccount(dataDir, `${name}@example.com`));
  const [sender, receiver] = await Promise.all([clientOf('sender'), clientOf('receiver')]);
  return {
    server,
    proxy,
    host,
    gate,
    plainGate: { port: plainPort },
    sender,
    receiver,
  };
}
