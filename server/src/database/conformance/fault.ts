import type { Repositories, Database } from '../../domain/model/database.ts';

/** One way to break the port, and a rule that must find it out. */
export interface Fault {
  fault: string;
  caughtBy: string;
  /** The repositories that go wrong, in place of the sound ones; inside transactions too. */
  breakRepositories?: (sound: Repositories) => Partial<Repositories>;
  breakDatabase?: (sound: Database) => Partial<Database>;
}

export function broken(sound: Database, { breakRepositories, breakDatabase }: Fault): Database {
  const alter = (repositories: Repositories) => breakRepositories?.(repositories) ?? {};
  return {
    ...sound,
    ...alter(sound),
    transact: (work) =>
      sound.transact((repositories) => work({ ...repositories, ...alter(repositories) })),
    ...breakDatabase?.(sound),
  };
}

/** The repository with some of its methods changed. */
export function but<Name extends keyof Repositories>(
  name: Name,
  change: (sound: Repositories[Name]) => Partial<Repositories[Name]>,
): (sound: Repositories) => Partial<Repositories> {
  return (sound) => ({ [name]: { ...sound[name], ...change(sound[name]) } });
}

/** The repository with one method that does nothing. */
export function without<Name extends keyof Repositories>(
  name: Name,
  verb: keyof Repositories[Name],
): (sound: Repositories) => Partial<Repositories> {
  return (sound) => ({ [name]: { ...sound[name], [verb]: () => Promise.resolve() } });
}
