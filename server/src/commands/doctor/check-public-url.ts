import type { Config } from '../../config/settings.ts';
import { isLoopback } from '../is-loopback.ts';
import type { Verdict } from './finding.ts';
import { ok, warning } from './finding.ts';

/** Under which address people reach the service. */
export function checkPublicUrl({ publicUrl, host }: Pick<Config, 'publicUrl' | 'host'>): Verdict {
  if (publicUrl === undefined) {
    return isLoopback(host)
      ? ok('publicUrl is not set; the server listens to this machine only.')
      : warning(
          `publicUrl is not set, and the server listens on ${host}: links in mails name this machine or that address, which may lead nowhere for their readers, and any Host header is taken.`,
          'Set publicUrl to the address that people use, such as https://files.example.com.',
        );
  }
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' || isLoopback(hostname)
    ? ok(`People reach the service at ${publicUrl}.`)
    : warning(
        `publicUrl is ${publicUrl}: over plain HTTP, keys and files can be read on their way.`,
        'Serve HTTPS, or put a proxy in front that does, and set publicUrl to that address.',
      );
}
