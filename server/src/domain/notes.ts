/** Single values that the installation itself remembers, such as its id. */
export interface NoteRepository {
  find(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
}
