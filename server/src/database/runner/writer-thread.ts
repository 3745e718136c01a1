import { systemClock, systemRandomness } from '../../platform/system.ts';
import { commands } from './commands.ts';
import { startWriter } from './writer.ts';

/** The program of the writer thread. */
startWriter({ commands, clock: systemClock, randomness: systemRandomness });
