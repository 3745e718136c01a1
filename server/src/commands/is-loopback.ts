/** Whether only this machine itself can reach a server on this host. */
export function isLoopback(host: string): boolean {
  return /^(?:127\.|::1$|\[::1\]$|localhost$)/i.test(host);
}
