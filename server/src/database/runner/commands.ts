import { recordDownload } from '../../domain/downloads/commands.ts';
import {
  appendSegment,
  beginUpload,
  cancelUpload,
  declareSize,
} from '../../domain/uploads/commands.ts';
import { createReturn } from '../../domain/grants/commands.ts';
import type { Command } from '../../domain/ports/command-runner.ts';
import { keepPicture } from '../../domain/pictures/commands.ts';
import { addToTray } from '../../domain/tray/commands.ts';

/** Any command, as the writer thread finds it by name. */
export type AnyCommand = Command<never, unknown>;

/** Every command that is run in the writer thread. */
export const commands: readonly AnyCommand[] = [
  addToTray,
  appendSegment,
  beginUpload,
  cancelUpload,
  createReturn,
  declareSize,
  keepPicture,
  recordDownload,
];
