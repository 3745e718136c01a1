import assert from 'node:assert/strict';
import type { CuttableProxy } from '../harness/cuttable-proxy.ts';
import { openCuttableProxy } from '../harness/cuttable-proxy.ts';
import type { RunningServer } from '../harness/server.ts';
import { startServer } from '../harness/server.ts';
import { linksIn, Mailbox } from './mailbox.ts';

/** A server that people reach over a line that can be cut, at an address where browsers keep sessions and passkeys. */
export interface ServerBehindLine {
  server: RunningServer;
  line: CuttableProxy;
  /** Links in mails begin with it. */
  origin: string;
  mailbox: Mailbox;
  /** The link in the only mail to an address with such a subject, once it is there. */
  linkTo: (email: string, subject: RegExp) => Promise<string>;
}

export async function startServerBehindLine(): Promise<ServerBehindLine> {
  const mailbox = await Mailbox.open();
  const line = await openCuttableProxy(() => server.url);
  const origin = line.url.replace('127.0.0.1', 'localhost');
  const server = await startServer({
    settings: ['--workers', '2', '--public-url', origin, ...mailbox.settings],
  });
  return {
    server,
    line,
    origin,
    mailbox,
    async linkTo(email, subject) {
      const [link] = linksIn(await mailbox.getMail(email, subject));
      return link ?? assert.fail(`the mail to ${email} has no link`);
    },
  };
}
