import type { DispatchKind } from '../model/dispatch.ts';

const texts: Record<DispatchKind, string> = {
  return: '',
  drop: 'Files have been sent to you. Open the link in this mail to download them.',
  grant: 'You are asked to send files. Open the link in this mail to upload them.',
};

/** The message of a dispatch whose sender wrote none. */
export function defaultMessage(kind: DispatchKind): string {
  return texts[kind];
}
