import type { Problem } from '#protocol/errors.ts';
import { isLoopback } from './network-address.ts';
import type { Config } from './settings.ts';

type Reach = Pick<Config, 'host' | 'publicUrl' | 'tlsCertFile' | 'allowPlainHttp'>;

/**
 * What a server must not be started with unless the operator says so twice. Commands that only look
 * at the data may run with it.
 */
export function findUnsafeSettings(config: Reach): Problem[] {
  const { host, publicUrl, tlsCertFile, allowPlainHttp } = config;
  if (allowPlainHttp) return [];
  const found: Problem[] = [];
  if (tlsCertFile === undefined && !isLoopback(host)) {
    found.push({
      field: 'host',
      problem: `is ${host}, where keys, links and files would cross the network over plain HTTP. Set tlsCertFile and tlsKeyFile, or listen on 127.0.0.1 behind a proxy that speaks HTTPS, or, where the network in between is your own, set allowPlainHttp to true.`,
    });
  }
  if (publicUrl !== undefined && isOpenAddress(publicUrl)) {
    found.push({
      field: 'publicUrl',
      problem: `is ${publicUrl}: people would send keys, links and files over plain HTTP. Serve HTTPS and begin the address with https://, or, where the network is your own, set allowPlainHttp to true.`,
    });
  }
  return found;
}

function isOpenAddress(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'http:' && !isLoopback(hostname);
}
