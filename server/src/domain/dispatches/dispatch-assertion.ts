import type { Problem } from '#protocol/errors.ts';
import { ValiseError } from '../model/valise-error.ts';

/** What a client believes to be set. Clients that share an account learn by it that another one was quicker. */
export interface DispatchAssertion {
  /** Addresses in lower case; undefined where nothing is said of them. */
  receivers: ReadonlySet<string> | undefined;
  /** Names of the files in the tray; undefined where nothing is said of them. */
  files: ReadonlySet<string> | undefined;
}

const mostNamed = 5;

/** Reads the optional fields `receivers` and `files`: texts, or objects as other operations send them. */
export function readAssertion(
  fields: Record<string, unknown>,
  problems: Problem[],
): DispatchAssertion | undefined {
  const receivers = readSet('receivers', 'email', fields['receivers'], problems, (email) =>
    email.trim().toLowerCase(),
  );
  const files = readSet('files', 'name', fields['files'], problems, (name) =>
    name.normalize('NFC'),
  );
  return receivers === undefined && files === undefined ? undefined : { receivers, files };
}

function readSet(
  field: string,
  key: string,
  value: unknown,
  problems: Problem[],
  normalise: (text: string) => string,
): Set<string> | undefined {
  if (value === undefined || value === null) return undefined;
  const texts = Array.isArray(value)
    ? value.map((item: unknown) => textOf(item, key))
    : [undefined];
  if (texts.every((text) => text !== undefined)) return new Set(texts.map(normalise));
  problems.push({ field, problem: `must be an array of texts, the ${key} of each.` });
  return undefined;
}

function textOf(item: unknown, key: string): string | undefined {
  const text =
    typeof item === 'object' && item !== null ? (item as Record<string, unknown>)[key] : item;
  return typeof text === 'string' ? text : undefined;
}

/** Throws `state_conflict` where what is set is not what the client believes. */
export function refuseDifference(
  field: keyof DispatchAssertion,
  assertion: DispatchAssertion,
  set: readonly string[],
): void {
  const asserted = assertion[field];
  if (asserted === undefined) return;
  const isSet = new Set(set);
  const missing = Array.from(asserted).filter((name) => !isSet.has(name));
  const extra = set.filter((name) => !asserted.has(name));
  if (missing.length === 0 && extra.length === 0) return;
  const parts = [
    ...(missing.length === 0 ? [] : [`not set: ${inShort(missing)}`]),
    ...(extra.length === 0 ? [] : [`set beside them: ${inShort(extra)}`]),
  ];
  throw new ValiseError(
    'state_conflict',
    `The ${field} are not those that were named (${parts.join('; ')}). Nothing was sent.`,
  );
}

function inShort(names: readonly string[]): string {
  const shown = names.slice(0, mostNamed).join(', ');
  return names.length > mostNamed ? `${shown} and ${names.length - mostNamed} more` : shown;
}
