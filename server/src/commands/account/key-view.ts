import { formatInstant, formatTable } from '../../cli-kit/print.ts';
import type { ApiKey, NamedApiKey } from '../../domain/model/account.ts';
import { usualScopes } from '../../domain/model/principal.ts';

export function scopesOf({ scopes = usualScopes }: Pick<ApiKey, 'scopes'>): string {
  return scopes.join(', ');
}

/** The keys of an account for an operator to read. */
export function keyTable(keys: readonly NamedApiKey[]): string {
  const rows = keys.map((key) => [
    key.name === '' ? key.id : key.name,
    formatInstant(key.createdAt),
    key.expiresAt === undefined ? 'when it is replaced' : formatInstant(key.expiresAt),
    key.lastUsedAt === undefined ? 'unknown' : formatInstant(key.lastUsedAt),
    scopesOf(key),
    key.networks?.join(', ') ?? 'anywhere',
  ]);
  return formatTable(['KEY', 'CREATED', 'VALID UNTIL', 'LAST USED', 'MAY', 'FROM'], rows);
}

/** A key as scripts see it. */
export function keyView(key: NamedApiKey) {
  const { id, name, createdAt, expiresAt, lastUsedAt, scopes = usualScopes, networks } = key;
  return {
    id,
    name,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
    lastUsedAt: lastUsedAt === undefined ? null : new Date(lastUsedAt).toISOString(),
    scopes,
    networks: networks ?? null,
  };
}
