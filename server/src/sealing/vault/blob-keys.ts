import { folderNameChars } from '../../domain/ports/blob-store.ts';
import type { Randomness } from '../../domain/model/ids.ts';
import { newId } from '../../domain/model/ids.ts';

/** So many in a row: enough that those who come together share a folder, few enough for any tool. */
const keysInARow = 256;

export type NewBlobKey = <Key extends string>() => Key;

/**
 * Makes the keys of blobs: ids, of which many in a row begin alike. Such blobs stand in one folder,
 * and where several are stored together, it is synced once for all of them.
 */
export function createBlobKeys(randomness: Randomness): NewBlobKey {
  let beginning = '';
  let made = 0;
  return <Key extends string>() => {
    const id = newId<Key>(randomness);
    if (made % keysInARow === 0) beginning = id.slice(0, folderNameChars);
    made += 1;
    return `${beginning}${id.slice(folderNameChars)}` as Key;
  };
}
