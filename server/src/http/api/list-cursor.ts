import type { Instant } from '../../domain/model/clock.ts';
import type { TokenHasher } from '../../domain/ports/hashers.ts';
import { badQuery } from '../routing/read-input.ts';

/** A place in a list by age: of what was made then, by its id, and where it stands in that, if it is a part of it. */
export interface ListPlace<Id extends string = string> {
  createdAt: Instant;
  id: Id;
  position?: number | undefined;
}

const macLength = 16;

/**
 * Where lists go on, as clients get it. A cursor has a MAC over its list and the owner of that list, an account or a
 * drop: one of another list or owner is refused, and not read as a place in this one. It grants nothing: what is read
 * is the list of whoever reads. `text` is what came as `after`: nothing for none.
 */
export function createListCursors(hasher: Pick<TokenHasher, 'hash'>) {
  function macOf(list: string, owner: string, position: string): string {
    const mac = hasher.hash('list cursor', list, owner, position);
    return mac.toString('base64url').slice(0, macLength);
  }

  /** Behind any text, as an address in a list by address. */
  function write(list: string, owner: string, position: string): string {
    const encoded = Buffer.from(position).toString('base64url');
    return `${encoded}.${macOf(list, owner, position)}`;
  }

  function read(list: string, owner: string, text: string | undefined): string | undefined {
    if (text === undefined) return undefined;
    const [encoded = ''] = text.split('.');
    const position = Buffer.from(encoded, 'base64url').toString();
    if (write(list, owner, position) === text) return position;
    throw badQuery({ name: 'after' }, 'must be the `next` of this list.');
  }

  return {
    write,
    read,

    writePlace(list: string, owner: string, { createdAt, id, position }: ListPlace): string {
      return write(list, owner, [createdAt, id, position ?? ''].join(' '));
    },

    readPlace<Id extends string>(
      list: string,
      owner: string,
      text: string | undefined,
    ): ListPlace<Id> | undefined {
      const [createdAt, id, position] = read(list, owner, text)?.split(' ') ?? [];
      if (createdAt === undefined) return undefined;
      const isPart = position !== undefined && position !== '';
      const place = { createdAt: Number(createdAt), id: id as Id };
      return isPart ? { ...place, position: Number(position) } : place;
    },
  };
}
