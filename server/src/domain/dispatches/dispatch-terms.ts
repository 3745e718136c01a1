import type { TtlUnit } from '../model/clock.ts';
import type { DropPassword } from '../model/dispatch.ts';
import type { ReceiptMode } from '../model/draft.ts';
import { ValiseError } from '../model/valise-error.ts';

/** The terms of a dispatch. */
export interface DispatchTerms {
  lifetimeMs: number;
  /** The lifetime as the sender wrote it. */
  ttl: string;
  /** The unit in which it was written; left out where there are no units. */
  ttlUnit?: TtlUnit;
  /** What the sender calls it; left out: nothing. */
  title?: string | undefined;
  message: string | undefined;
  /** Left out: receivers enter none. */
  password?: DropPassword | undefined;
  /** Whether it has a link for anyone besides its receivers; left out: none. */
  anyone?: boolean;
  /** How often each receiver may download each file; left out: any number of times. */
  downloadLimit?: number | undefined;
  /** Left out: as the notices of the account say. */
  receipts?: ReceiptMode | undefined;
  /** What the caller calls it; left out: nothing. */
  reference?: string | undefined;
  /** Left out: receivers get mails. */
  notify?: 'none' | undefined;
  /** What must be set before a send. */
  assertion?: DispatchAssertion;
}

/** What a client expects to be set. Clients that share an account learn that another one was faster. */
export interface DispatchAssertion {
  /** Addresses in lower case; undefined to expect nothing. */
  receivers: readonly string[] | undefined;
  /** Names of the files in the tray; undefined to expect nothing. */
  files: readonly string[] | undefined;
}

const mostNamed = 5;

/** Throws `state_conflict` where what is set is not what the client expects. */
export function refuseDifference(
  field: keyof DispatchAssertion,
  assertion: DispatchAssertion,
  set: readonly string[],
): void {
  const named = assertion[field];
  if (named === undefined) return;
  const [asserted, isSet] = [new Set(named), new Set(set)];
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
