/** A message that was not accepted. */
export class DeliveryFault extends Error {
  /** Whether this receiver will never get this message, however often it is tried. */
  readonly isPermanent: boolean;
  /** Whether no message could have been sent: the server is unreachable, or accepts nothing for now. */
  readonly isOutage: boolean;

  constructor(
    reason: string,
    about: { isPermanent: boolean; isOutage?: boolean; cause?: unknown },
  ) {
    super(reason, { cause: about.cause });
    this.isPermanent = about.isPermanent;
    this.isOutage = about.isOutage ?? false;
  }
}
