import { RefusedFile } from '../../../domain/contacts/contact-import.ts';
import type { ValiseError } from '../../../domain/model/valise-error.ts';
import type { PageReader } from './frame.ts';
import type { Refusal, Refusals } from './refusals.ts';
import { refusedBecause } from './refusals.ts';

/** What it means to a person that a file of addresses is refused. */
export function fileRefusals(limits: { rows: number; bytes: number }): Refusals {
  const explain = (reader: PageReader, error: ValiseError): Refusal | undefined =>
    error instanceof RefusedFile ? refusedBecause(refusalText(error, reader, limits)) : undefined;
  return { invalid: explain, too_large: explain };
}

/** Why a file was refused as a whole. */
function refusalText(
  { fault, line = 1 }: RefusedFile,
  reader: PageReader,
  limits: { rows: number; bytes: number },
): string {
  const { say, formats } = reader;
  switch (fault) {
    case 'empty':
      return say('contacts.importing.faults.empty');
    case 'no_addresses':
      return say('contacts.importing.faults.noAddresses');
    case 'too_many':
      return say('contacts.importing.faults.tooMany', { count: limits.rows });
    case 'broken':
      return say('contacts.importing.faults.broken', { row: formats.number(line) });
    case 'too_large':
      return say('contacts.importing.faults.tooLarge', { size: formats.size(limits.bytes) });
  }
}
