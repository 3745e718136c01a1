import type { Logger } from 'pino';
import type { Config } from '../config/settings.ts';
import type { ServerHealth } from '../health/server-health.ts';
import type { Coordination } from '../domain/ports/coordination.ts';
import type { Installation } from '../compose/installation.ts';
import type { Brand } from '../brand/load-brand.ts';
import type { TlsIdentity } from '../platform/tls-identity.ts';

/** What takes the requests of a server, in one process or in several. */
export interface Listener extends AppListener {
  /** As the process that runs the jobs sees it. */
  readonly coordination: Coordination;
}

/** What takes requests in one process. */
export interface AppListener {
  /** Where it is reached from this machine. */
  readonly url: string;
  useTls(identity: TlsIdentity): Promise<void>;
  /** Takes nothing new once `whenRefusing` is called; resolves once nothing is under way. */
  close(whenRefusing: () => void): Promise<void>;
  /** Cuts off what is still under way, so that `close` resolves soon. */
  cutOff(): void;
  /** Leaves nothing running, whatever is under way. */
  end(): Promise<void>;
}

/** What a listener is made of. */
export interface ListenerParts {
  installation: Installation;
  dataDir: string;
  config: Config;
  tls: TlsIdentity | undefined;
  log: Logger;
  /** A listening socket that was opened for this process; then `host` and `port` open none. */
  passedSocket: number | undefined;
  brand: () => Promise<Brand>;
  /** How what is done by itself fares. */
  health: () => ServerHealth;
}

/** What will take requests as soon as there is something to serve. */
export interface PreparedListener {
  open(parts: ListenerParts): Promise<Listener>;
  /** Leaves nothing running, whether it was opened or not. */
  dismiss(): Promise<void>;
}
