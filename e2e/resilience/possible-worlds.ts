import { isDeepStrictEqual } from 'node:util';

/** A file by its content: the hash, and the size as the API shows it. */
export interface Content {
  sha256: string;
  size: string;
}

export type Files = Readonly<Record<string, Content>>;

/** Everything an account has, as it must be if every act did all of its work or none. */
export interface World {
  contacts: readonly string[];
  tray: Files;
  /** Newest first. */
  drops: readonly { message: string; files: Files }[];
}

/** What an act makes of a world. */
export type Act = (world: World) => World;

const emptyWorld: World = { contacts: [], tray: {}, drops: [] };

export const act = {
  /** A file of a name that is there already is replaced, and goes to the end. */
  upload:
    (files: Files): Act =>
    (world) => {
      const kept = Object.entries(world.tray).filter(([name]) => !(name in files));
      return { ...world, tray: { ...Object.fromEntries(kept), ...files } };
    },
  dispatch:
    (message: string): Act =>
    (world) => ({ ...world, tray: {}, drops: [{ message, files: world.tray }, ...world.drops] }),
  replaceContacts:
    (contacts: readonly string[]): Act =>
    (world) => ({ ...world, contacts }),
};

/**
 * The worlds an account may be in. An act that was answered happened in all of them; one that was
 * not leaves two of each, one in which it happened and one in which it did not.
 */
export class PossibleWorlds {
  #worlds: World[] = [emptyWorld];

  /** Where everything that can be seen is the same in all of them, any one will do to look at. */
  get any(): World {
    const [world] = this.#worlds;
    if (world === undefined) throw new Error('No world is possible any more');
    return world;
  }

  happened(change: Act): void {
    this.#worlds = this.#worlds.map(change);
  }

  mayHaveHappened(change: Act): void {
    this.#worlds = [...this.#worlds, ...this.#worlds.map(change)];
  }

  /** Strikes the worlds that an observation rules out; false when none is left. */
  observe(fits: (world: World) => boolean): boolean {
    this.#worlds = this.#worlds
      .filter(fits)
      .filter(
        (world, index, all) => all.findIndex((other) => isDeepStrictEqual(other, world)) === index,
      );
    return this.#worlds.length > 0;
  }

  describe(): string {
    return JSON.stringify(this.#worlds, undefined, 1);
  }
}
