import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Problem } from '#protocol/errors.ts';
import { isLoopback } from './addresses.ts';
import { refuseMistakes } from './load-config.ts';
import type { Secret } from './secret.ts';
import { readSecret } from './secret.ts';
import { displayName } from './setting.ts';

/** What the operator says of an OpenID Connect provider. */
export interface ProviderSettings {
  /** In addresses of pages. */
  id: string;
  /** On buttons. */
  name: string;
  issuer: string;
  clientId: string;
  /** Undefined for a client without one, which PKCE alone protects. */
  clientSecret: Secret | undefined;
  /** Besides `openid`. */
  scopes: readonly string[];
  groupsClaim: string;
  /** Whether its addresses count without `email_verified`. */
  trustsEmail: boolean;
  /** Who gets an account at the first sign-in; undefined: nobody. */
  provisioning:
    { domains?: readonly string[] | undefined; groups?: readonly string[] | undefined } | undefined;
}

const field = 'oidcFile';
const idPattern = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/;
const domainPattern = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/;
const oneLine = /^[^\p{Cc}\p{Zl}\p{Zp}]{1,255}$/u;

type Check = (value: unknown) => boolean;
const isLine: Check = (value) => typeof value === 'string' && oneLine.test(value);

function isListOf(isItem: Check): Check {
  return (value) => Array.isArray(value) && value.length > 0 && value.every(isItem);
}

interface Field {
  isRight: Check;
  expects: string;
  isNeeded?: true;
}

const fields: Readonly<Record<string, Field>> = {
  id: {
    isRight: (value) => typeof value === 'string' && idPattern.test(value),
    expects: 'up to 32 lower-case letters, digits and dashes',
    isNeeded: true,
  },
  name: {
    isRight: (value) => displayName.read(value, '') !== undefined,
    expects: displayName.expects,
    isNeeded: true,
  },
  issuer: {
    isRight: isIssuer,
    expects: 'an https address without query (http on this machine only)',
    isNeeded: true,
  },
  clientId: {
    isRight: isLine,
    expects: 'the id that the provider knows Valise by',
    isNeeded: true,
  },
  clientSecretFile: { isRight: isLine, expects: 'the path of a file' },
  scopes: { isRight: isListOf(isLine), expects: 'a list of scopes' },
  groupsClaim: { isRight: isLine, expects: 'the name of a claim' },
  trustEmail: { isRight: (value) => typeof value === 'boolean', expects: 'true or false' },
  addAccounts: { isRight: (value) => typeof value === 'boolean', expects: 'true or false' },
  allowedDomains: {
    isRight: isListOf((value) => typeof value === 'string' && domainPattern.test(value)),
    expects: 'a list of domains in lower case',
  },
  allowedGroups: { isRight: isListOf(isLine), expects: 'a list of groups' },
};

/** The providers of the file; none where none is set. Throws `config_invalid` with every mistake. */
export async function loadProviders({
  oidcFile,
}: {
  oidcFile?: string | undefined;
}): Promise<ProviderSettings[]> {
  if (oidcFile === undefined) return [];
  const problems: Problem[] = [];
  const say = (problem: string) => problems.push({ field, problem: `${problem} (${oidcFile}).` });
  const listed = await readProviders(oidcFile, say);
  const providers: ProviderSettings[] = [];
  for (const [at, given] of listed.entries()) {
    const read = await readProvider(given, dirname(oidcFile), (problem) =>
      say(`provider ${at + 1}: ${problem}`),
    );
    if (read !== undefined) providers.push(read);
  }
  for (const key of ['id', 'issuer'] as const) {
    const values = providers.map((provider) => provider[key]);
    const twice = values.find((value, at) => values.indexOf(value) !== at);
    if (twice !== undefined) say(`names two providers with the ${key} ${twice}`);
  }
  refuseMistakes(problems);
  return providers;
}

type Say = (problem: string) => void;

async function readProviders(path: string, say: Say): Promise<unknown[]> {
  try {
    const { providers } = JSON.parse(await readFile(path, 'utf8')) as { providers?: unknown };
    if (Array.isArray(providers)) return providers as unknown[];
    say('must hold an object with a list "providers"');
  } catch (error) {
    say(`cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  return [];
}

async function readProvider(
  given: unknown,
  folder: string,
  say: Say,
): Promise<ProviderSettings | undefined> {
  if (typeof given !== 'object' || given === null) {
    say('must be an object');
    return undefined;
  }
  const values = given as Record<string, unknown>;
  const names = new Set([...Object.keys(fields), ...Object.keys(values)]);
  const wrong = [...names].flatMap((name) => findProblem(name, values[name]) ?? []);
  if (values.addAccounts === true && !values.allowedDomains && !values.allowedGroups) {
    wrong.push('addAccounts needs allowedDomains or allowedGroups');
  }
  for (const problem of wrong) say(problem);
  if (wrong.length > 0) return undefined;
  const right = values as unknown as WrittenProvider;
  try {
    return { ...settingsOf(right), clientSecret: await secretOf(right, folder) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    say(`clientSecretFile cannot be read: ${reason}`);
    return undefined;
  }
}

function findProblem(name: string, value: unknown): string | undefined {
  const known = fields[name];
  if (known === undefined) return `there is no "${name}"`;
  if (value === undefined) return known.isNeeded ? `"${name}" is missing` : undefined;
  return known.isRight(value) ? undefined : `"${name}" must be ${known.expects}`;
}

/** A provider as it is written, once every field was checked. */
interface WrittenProvider {
  id: string;
  name: string;
  issuer: string;
  clientId: string;
  clientSecretFile?: string;
  scopes?: string[];
  groupsClaim?: string;
  trustEmail?: boolean;
  addAccounts?: boolean;
  allowedDomains?: string[];
  allowedGroups?: string[];
}

function settingsOf(written: WrittenProvider): Omit<ProviderSettings, 'clientSecret'> {
  const { allowedDomains: domains, allowedGroups: groups } = written;
  return {
    id: written.id,
    name: written.name,
    issuer: written.issuer,
    clientId: written.clientId,
    scopes: written.scopes ?? ['email', 'profile'],
    groupsClaim: written.groupsClaim ?? 'groups',
    trustsEmail: written.trustEmail ?? false,
    provisioning: written.addAccounts === true ? { domains, groups } : undefined,
  };
}

async function secretOf(
  { clientSecretFile }: WrittenProvider,
  folder: string,
): Promise<Secret | undefined> {
  if (clientSecretFile === undefined) return undefined;
  // Each worker reads the file: standard input would be empty by then.
  const noInput = () => Promise.reject(new Error('it must name a file'));
  const written = resolve(folder, clientSecretFile);
  return await readSecret({ written, folder, origin: field }, noInput);
}

function isIssuer(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, hostname, username, search, hash } = new URL(value);
  const isProtected = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
  return isProtected && username === '' && search === '' && hash === '';
}
