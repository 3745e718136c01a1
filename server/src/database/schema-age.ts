import { ValiseError } from '../domain/model/valise-error.ts';

interface Step {
  name: string;
}

/** Throws when the schema lacks a step. */
export function refuseOlder(done: ReadonlySet<string>, steps: readonly Step[]): void {
  if (steps.some(({ name }) => !done.has(name))) {
    throw new ValiseError(
      'schema_older',
      'The database is of an older Valise. "valise serve" brings it forward when it starts.',
    );
  }
}

/** Throws when the schema has a step that this program does not know. */
export function refuseNewer(done: ReadonlySet<string>, steps: readonly Step[]): void {
  const foreign = [...done].filter((name) => !steps.some((step) => step.name === name));
  if (foreign.length > 0) {
    throw new ValiseError(
      'schema_newer',
      `The database was used by a newer Valise (it holds ${foreign.join(', ')}). Start that version, or a later one.`,
    );
  }
}
