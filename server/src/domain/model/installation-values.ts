/** Single values that the installation itself remembers, such as its id. */
export interface InstallationValueRepository {
  find(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
}

/** The wall clock as a server last saw it while it trusted it, or as the operator accepted it. */
export const lastSeenNote = 'clock.last_seen';
