/** Scheme and host, which the router leaves out as well. */
const authority = /^https?:\/\/[^/]*(?=\/)/;
/** A character that needs no percent-encoding, with one: letters, digits, `-`, `.`, `_` and `~`. */
const encodedNeedlessly = /%(?:2[DE]|3\d|[46][1-9A-F]|5[\dAF]|7[\dAE])/i;
/** Its first segment can name an account: every address of one contains an `@`. */
const ofAccount = /^\/*[^/]*(?:@|%40)/;

/**
 * The path that a request is routed by. Each page has one spelling, so that a proxy which closes a prefix
 * closes all below it: undefined for another spelling (a doubled slash, a letter that is percent-encoded).
 * Below `/{user}/`, doubled slashes and a slash after `.cgi` are removed: clients join a base address and
 * a path with one slash too many.
 */
export function routedPath(url: string): string | undefined {
  const [origin = ''] = url.startsWith('/') ? [] : (authority.exec(url) ?? []);
  if (origin === '' && !url.startsWith('/')) return url;
  const [path = ''] = url.slice(origin.length).split(/[?#]/, 1);
  const rest = url.slice(origin.length + path.length);
  if (!ofAccount.test(path)) {
    return path.includes('//') || encodedNeedlessly.test(path) ? undefined : url;
  }
  const meant = path.includes('//') ? path.replace(/\/+/g, '/') : path;
  const isEnded = meant.endsWith('/');
  return origin + (isEnded ? meant.replace(/(\/cgi\/[^/]+\.cgi)\/$/, '$1') : meant) + rest;
}
