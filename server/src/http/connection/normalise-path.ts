/**
 * Doubled slashes, and one after `.cgi`, mean the path without them: clients join a base address and a
 * path with one slash too many. What names no path of ours (`*`, a whole URL) stays as it is.
 */
export function normalisePath(url: string): string {
  if (!url.startsWith('/') || !/\/\/|\.cgi\//.test(url)) return url;
  const queryAt = url.indexOf('?');
  const end = queryAt < 0 ? url.length : queryAt;
  const path = url
    .slice(0, end)
    .replace(/\/{2,}/g, '/')
    .replace(/(\/cgi\/[^/]+\.cgi)\/$/, '$1');
  return path + url.slice(end);
}
