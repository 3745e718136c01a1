import { addAccount } from './add-account.ts';
import { Client } from './client.ts';
import type { RunningServer, ServerOptions } from './server.ts';
import { startServer } from './server.ts';

export interface StartedExchange<Name extends string> {
  server: RunningServer;
  /** A client for each account, by the name it was asked for. */
  clients: Record<Name, Client>;
}

/** A server with one API account `NAME@example.com` for each name. */
export async function startExchange<Name extends string>(
  names: readonly Name[],
  options: ServerOptions = {},
): Promise<StartedExchange<Name>> {
  const server = await startServer(options);
  const entries = await Promise.all(
    names.map(async (name) => {
      const credentials = await addAccount(server.dataDir, `${name}@example.com`);
      return [name, new Client(server, credentials)] as const;
    }),
  );
  return { server, clients: Object.fromEntries(entries) as Record<Name, Client> };
}
