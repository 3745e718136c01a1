import { isBuiltin } from 'node:module';

/** What the dynamic linker says of a library or a function that is not there. */
const missing = 'ERR_FFI_CALL_FAILED';

interface Allocator {
  functions: { malloc_trim: (keptBytes: bigint) => number };
}

/** Undefined until it was looked for, null where it cannot be trimmed. */
let allocator: Allocator | null | undefined;

/**
 * Gives what this process does not need back to the system: pages of the JavaScript heap, where the
 * launcher lets garbage be collected on demand, and free pages of the C heap. The allocator by itself
 * gives back its last free block alone: one small block that lives on keeps all that lies before it.
 * Takes about 50 ms of processor time. Returns whether the C heap was trimmed: only glibc can, and Node
 * calls its function from version 26 on.
 */
export function trimHeap(): boolean {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  if (allocator === undefined) allocator = openAllocator();
  allocator?.functions.malloc_trim(0n);
  return allocator !== null;
}

function openAllocator(): Allocator | null {
  // A Node that has none of it, or has it switched off, says so here.
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
