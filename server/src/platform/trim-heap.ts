import { isBuiltin } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';

/** Between two collections of garbage, so that requests do not wait for both. */
const pauseMs = 1_000;

/** The messages of the dynamic linker for a missing library or function. */
const missing = 'ERR_FFI_CALL_FAILED';

interface Allocator {
  functions: { malloc_trim: (keptBytes: bigint) => number };
}

/** Undefined until it was looked up, null where it is not available. */
let allocator: Allocator | null | undefined;

/**
 * Returns unused memory to the system: pages of the JavaScript heap, where the launcher allows garbage
 * collection on demand, and free pages of the C heap. The allocator by itself returns only its last free
 * block: one small live block keeps everything before it. Compiled code stays: a collection that discards
 * it returns no more in the end, since the next requests compile it again. Returns whether the C heap was
 * trimmed: only glibc can, and Node can call its function from version 26 on (decision 0024).
 */
export async function trimHeap(): Promise<boolean> {
  collectGarbage();
  // The first collection leaves pages with a few live objects. The second knows them, and empties them.
  await sleep(pauseMs, undefined, { ref: false });
  collectGarbage();
  if (allocator === undefined) allocator = openAllocator();
  allocator?.functions.malloc_trim(0n);
  return allocator !== null;
}

/** Blocks the event loop for tens of milliseconds. */
function collectGarbage(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync' });
}

function openAllocator(): Allocator | null {
  // A Node without it, or with it switched off, throws here.
  if (!isBuiltin('node:ffi')) return null;
  const ffi = process.getBuiltinModule('node:ffi');
  try {
    const signature = { arguments: ['u64'], return: 'i32' } as const;
    return ffi.dlopen(null, { malloc_trim: signature });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === missing) return null;
    throw error;
  }
}
