/**
 * Loaded into a server under test before its own code: asked with SIGUSR2, it collects garbage and
 * says what is still in use. The resident memory of a process cannot tell that: the engine keeps
 * pages that hold nothing any more, and how many depends on the machine.
 */
process.on('SIGUSR2', () => {
  if (globalThis.gc === undefined)
    throw new Error('Garbage is collected on demand with --expose-gc');
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  process.stderr.write(`live-memory: ${heapUsed + external}\n`);
});
