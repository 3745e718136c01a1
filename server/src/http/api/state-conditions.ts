import type { Demand } from '../../domain/model/contact-book.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { Exchange } from '../routing/operation.ts';
import { WrittenJson } from '../routing/operation.ts';
import { lists, preconditionFailed } from '../sending/conditions.ts';

interface Conditions {
  'if-match'?: string;
  'if-none-match'?: string;
}

/** What a request demands of the state of what it changes: RFC 9110, 13.1. Undefined where it demands nothing. */
export function demandOf(headers: Conditions): Demand | undefined {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers;
  if (ifMatch === undefined && ifNoneMatch === undefined) return undefined;
  return (revision) => {
    if (revision === undefined) return ifMatch === undefined;
    const tag = tagOf(revision);
    return isMatched(ifMatch, tag) && !isKnown(ifNoneMatch, tag);
  };
}

export const demandsNothing: Demand = () => true;

/** Answers with a state under its tag, or that the client has it already. Throws where it demands another. */
export function answerState<Shown>(
  exchange: Exchange,
  { json, revision }: { json: Shown; revision: string },
  headers: Conditions = {},
): Shown | WrittenJson {
  const tag = tagOf(revision);
  exchange.setHeader('etag', tag);
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers;
  if (!isMatched(ifMatch, tag)) throw preconditionFailed();
  if (!isKnown(ifNoneMatch, tag)) return json;
  exchange.setStatus(304);
  return new WrittenJson('');
}

/** Carries out a change, and says what it found in another state as API v1 does. */
export async function changing<Done>(act: Promise<Done>): Promise<Done> {
  try {
    return await act;
  } catch (error) {
    if (error instanceof ValiseError && error.code === 'state_conflict') throw preconditionFailed();
    throw error;
  }
}

function isMatched(ifMatch: string | undefined, tag: string): boolean {
  return ifMatch === undefined || lists(ifMatch, tag, 'strong');
}

function isKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  return ifNoneMatch !== undefined && lists(ifNoneMatch, tag, 'weak');
}

function tagOf(revision: string): string {
  return `"${revision}"`;
}
