/**
 * What links start with where no `publicUrl` is set. Nobody can go to the address of every network,
 * so the machine's own name stands in for it: the nearest to the truth that is known here.
 */
export function reachableOrigin(listeningOrigin: string, machineName: string): string {
  const { protocol, hostname, port } = new URL(listeningOrigin);
  if (hostname !== '0.0.0.0' && hostname !== '[::]') return listeningOrigin;
  const name = isHostName(machineName) ? machineName : '127.0.0.1';
  return `${protocol}//${name}:${port}`;
}

function isHostName(name: string): boolean {
  return /^[a-z0-9](?:[a-z0-9.-]{0,252}[a-z0-9])?$/i.test(name);
}
