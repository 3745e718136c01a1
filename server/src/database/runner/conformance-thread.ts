import { systemClock } from '../../platform/system-clock.ts';
import { systemRandomness } from '../../platform/system-randomness.ts';
import { conformanceCommands } from './command-runner.conformance.ts';
import { startWriter } from './writer.ts';

/** The program of a writer thread for the conformance suite. */
startWriter({
  commands: conformanceCommands,
  clock: systemClock,
  randomness: systemRandomness,
});
