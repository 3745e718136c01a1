import { systemClock } from '../../platform/system-clock.ts';
import { systemRandomness } from '../../platform/system-randomness.ts';
import { commands } from './commands.ts';
import { startWriter } from './writer.ts';

/** The program of the writer thread. */
startWriter({ commands, clock: systemClock, randomness: systemRandomness });
