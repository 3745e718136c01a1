import { createHash } from 'node:crypto';
import type { Asset } from '../../assets/assets.ts';
import { shareTarget } from './manifest.ts';

type Assets = ReadonlyMap<string, Asset>;

/** What the offline page loads, beside its fonts. */
const offlineAssets = ['/assets/valise.css', '/assets/logo', '/assets/offline-page.js'];

/**
 * The script of the service worker, told what to keep. Its text changes with what it keeps: then browsers take the new
 * one, which keeps the new versions in place of the old ones.
 */
export function workerSource(assets: Assets, page: { address: string; text: string }): string {
  const kept = [
    ...offlineAssets,
    ...Array.from(assets.keys()).filter((path) => path.endsWith('.woff2')),
  ];
  const version = createHash('sha256').update(page.text);
  for (const path of kept) version.update(assets.get(path)?.etag ?? '');
  const shell = {
    version: version.digest('base64url').slice(0, 16),
    page: page.address,
    assets: kept,
    shareTarget,
  };
  return `self.valiseShell = ${JSON.stringify(shell)};\n${scriptOf(assets, '/app/worker.js')}`;
}

/** Takes the place of a worker that a browser has, and goes. */
export function endedWorkerSource(assets: Assets): string {
  return scriptOf(assets, '/app/ended-worker.js');
}

function scriptOf(assets: Assets, path: string): string {
  const script = assets.get(path);
  if (script === undefined) throw new Error(`${path} was not loaded`);
  return script.body.toString();
}
