import { findUnsafeSettings } from '../config/find-contradictions.ts';
import { refuseMistakes } from '../config/load-config.ts';
import type { Config } from '../config/settings.ts';
import type { PreparedListener } from '../workers/listener.ts';
import type { Command, CommandContext } from '../cli-kit/define-command.ts';
import { exitStatusHelp } from '../cli-kit/exit-status.ts';
import type { LoadedSettings } from './installation/load-settings.ts';
import { loadSettingsFor } from './installation/load-settings.ts';
import type { ServeOptions } from './serve-data.ts';

export const serve: Command = {
  name: 'serve',
  summary: 'run the server',
  help: `valise serve: run the server until it is stopped

USAGE
  valise serve [--data DIR] [--port N] [--host ADDRESS] [--workers N] [--SETTING VALUE …]

Serves http://127.0.0.1:8080 by default. An empty data folder is set up first; no
account is made (see "valise account add"). Every setting of docs/configuration.md is also a flag.

Requests are taken by workers, processes of their own, one for each core by default;
one that ends unexpectedly is started again. With --workers 1, and by default where files are in S3,
there is a single process, which ends by SIGALRM when it hangs; on a terminal it is then started
again. Signals go to the process that was started first.

A listening socket that systemd passes (socket activation, LISTEN_FDS) is used in place of host and
port, and stays open while the server restarts.

SIGNALS
  SIGTERM, SIGINT  end requests under way, then stop; a second one stops at once
  SIGHUP           read the TLS certificate and key again

${exitStatusHelp}
`,
  async run(context) {
    const settings = await loadSettingsFor(context);
    return await runServer(context, settings, { kind: 'usual', whenServing: async () => {} });
  },
};

/** Runs a server to its end. */
export async function runServer(
  context: CommandContext,
  settings: LoadedSettings,
  { kind, whenServing }: Pick<ServeOptions, 'kind' | 'whenServing'>,
): Promise<number> {
  const { config } = settings;
  refuseMistakes(findUnsafeSettings(config));
  const waiting = await prepareListener(config);
  try {
    // Loaded only now, so that workers load the program at the same time.
    const { serveData } = await import('./serve-data.ts');
    return await serveData(context, { settings, waiting, kind, whenServing });
  } finally {
    await waiting.dismiss();
  }
}

/** Loads only what is needed: with workers, this process serves no requests. */
async function prepareListener({ workers }: Config): Promise<PreparedListener> {
  if (workers > 1) {
    const { prepareWorkerPool } = await import('../workers/cluster-listener.ts');
    return prepareWorkerPool(workers);
  }
  return {
    async open(parts) {
      const { openSingleProcessListener } = await import('../workers/single-process-listener.ts');
      return await openSingleProcessListener(parts);
    },
    dismiss: () => Promise.resolve(),
  };
}
