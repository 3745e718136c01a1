import type { TtlUnit } from '../model/ttl.ts';
import { ValiseError } from '../model/valise-error.ts';

/** What a sender asks of a dispatch. */
export interface DispatchTerms {
  lifetimeMs: number;
  /** The lifetime as the sender wrote it. */
  ttl: string;
  /** The unit in which it was written; left out where nobody counts in units. */
  ttlUnit?: TtlUnit;
  message: string | undefined;
  /** What must be set, or nothing is sent. */
  assertion?: DispatchAssertion;
}

/** What a client believes to be set. Clients that share an account learn by it that another one was quicker. */
export interface DispatchAssertion {
  /** Addresses in lower case; undefined where nothing is said of them. */
  receivers: ReadonlySet<string> | undefined;
  /** Names of the files in the tray; undefined where nothing is said of them. */
  files: ReadonlySet<string> | undefined;
}

const mostNamed = 5;

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
