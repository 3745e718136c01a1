import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';

import { SMTPServer } from 'smtp-server';

/** A mail server that understands nothing and agrees to everything; it records every command. */
export async function startCommandSink(t: TestContext) {
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.write('220 sink\r\n');
    let inMessage = false;
    createInterface({ input: socket }).on('line', (line) => {
      if (inMessage) {
        if (line !== '.') return;
        inMessage = false;
        socket.write('250 taken\r\n');
        return;
      }
      commands.push(line);
      inMessage = line === 'DATA';
      socket.write(inMessage ? '354 go on\r\n' : '250 yes\r\n');
    });
    // A client that disconnects is no fault.
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { commands, port: (server.address() as AddressInfo).port };
}

/** A mail as the mail server got it. */
export interface ReceivedMail {
  from: string;
  to: string[];
  raw: Buffer;
  isEncrypted: boolean;
  user: string | undefined;
}

export interface MailServerOptions {
  port?: number;
  /** Speaks TLS from the first byte on. */
  secure?: boolean;
  /** Offers no encryption. */
  plain?: boolean;
  /** Demands this sign-in. */
  account?: { user: string; password: string };
  /** The code to refuse a receiver with; undefined accepts the mail. */
  refuseReceiver?: (address: string) => number | undefined;
  /** The code to refuse a message with after it came in. */
  refuseMessage?: () => number | undefined;
  /** What happens between receiving a mail and confirming it. */
  beforeAnswer?: () => Promise<void>;
}

export interface Certificate {
  certFile: string;
  cert: Buffer;
  key: Buffer;
}

/** A self-signed certificate for the loopback address. */
export async function makeMailCertificate(t: TestContext): Promise<Certificate> {
  const folder = await mkdtemp(join(tmpdir(), 'valise-mail-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const certFile = join(folder, 'cert.pem');
  const keyFile = join(folder, 'key.pem');
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
    ...['-keyout', keyFile, '-out', certFile, '-days', '2', '-subj', '/CN=mail.test'],
    ...['-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost'],
  ]);
  return { certFile, cert: await readFile(certFile), key: await readFile(keyFile) };
}

/** A real mail server on the loopback address, which remembers what it was sent. */
export async function startMailServer(
  t: TestContext,
  certificate: Certificate,
  options: MailServerOptions = {},
) {
  const mails: ReceivedMail[] = [];
  const { account, refuseReceiver, refuseMessage, beforeAnswer } = options;
  const disabled = [...(options.plain ? ['STARTTLS'] : []), ...(account ? [] : ['AUTH'])];
  const server = new SMTPServer({
    cert: certificate.cert,
    key: certificate.key,
    secure: options.secure === true,
    disabledCommands: disabled,
    disableReverseLookup: true,
    closeTimeout: 100,
    authMethods: ['PLAIN', 'LOGIN'],
    onAuth({ username, password }, _session, done) {
      if (username === account?.user && password === account?.password) {
        done(null, { user: username });
      } else {
        done(refusal(535));
      }
    },
    onRcptTo({ address }, _session, done) {
      done(refusal(refuseReceiver?.(address)));
    },
    onData(stream, session, done) {
      void receive(stream).then(
        (raw) => {
          const code = refuseMessage?.();
          if (code === undefined) mails.push({ ...envelopeOf(session), raw });
          done(refusal(code));
        },
        (error: unknown) => {
          done(error instanceof Error ? error : new Error(String(error)));
        },
      );
    },
  });

  async function receive(stream: NodeJS.ReadableStream): Promise<Buffer> {
    const raw = await buffer(stream);
    await beforeAnswer?.();
    return raw;
  }

  // A client that disconnects is part of what is tested.
  server.on('error', () => undefined);
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server.server, 'listening');

  async function stop(): Promise<void> {
    await new Promise<void>((resolve) => {
      server.close(() => {
        resolve();
      });
    });
  }
  t.after(stop);
  return { mails, port: (server.server.address() as AddressInfo).port, stop };
}

/** A loopback port without a listener. */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

function refusal(code: number | undefined): Error | null {
  return code === undefined ? null : Object.assign(new Error('no'), { responseCode: code });
}

function envelopeOf(session: {
  envelope: { mailFrom: { address: string } | false; rcptTo: { address: string }[] };
  secure: boolean;
  user?: string | undefined;
}) {
  const { mailFrom, rcptTo } = session.envelope;
  return {
    from: mailFrom === false ? '' : mailFrom.address,
    to: rcptTo.map(({ address }) => address),
    isEncrypted: session.secure,
    user: session.user,
  };
}
