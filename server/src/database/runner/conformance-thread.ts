import { systemClock, systemRandomness } from '../../platform/system.ts';
import { conformanceCommands } from './command-runner.conformance.ts';
import { startWriter } from './writer.ts';

/** The program of a writer thread for the conformance suite. */
startWriter({
  commands: conformanceCommands,
  clock: systemClock,
  randomness: systemRandomness,
});
