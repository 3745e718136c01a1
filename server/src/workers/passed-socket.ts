/** Where systemd puts the first socket that it passes (sd_listen_fds). */
const firstPassed = 3;

/**
 * The listening socket that systemd has opened for this process, if any: it stays open while the
 * server restarts, so that connections wait in place of being refused.
 */
export function findPassedSocket(
  env: Readonly<Record<string, string | undefined>>,
  pid: number,
): number | undefined {
  // The variables are inherited; they are meant for the process whose number they name.
  if (env['LISTEN_PID'] !== String(pid)) return undefined;
  return Number(env['LISTEN_FDS']) >= 1 ? firstPassed : undefined;
}
