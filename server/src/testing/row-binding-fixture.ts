import { createRowBinding } from '../sealing/crypto/secrets.ts';
import { hashFor } from './samples.ts';

/** The same in each process of a test. */
export const testRowKey = hashFor('row key');
export const testRowBinding = createRowBinding(testRowKey, { coversPeople: () => true });
