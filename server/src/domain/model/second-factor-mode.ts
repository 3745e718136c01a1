/**
 * What a receiver must show besides the link. `off`: nothing. `email` and `sms`: a code that was
 * sent that way. `either`: a code, sent the way that the receiver chooses.
 */
export const secondFactorModes = ['off', 'email', 'sms', 'either'] as const;
export type SecondFactorMode = (typeof secondFactorModes)[number];

/** The ways a code can go. */
export const codeChannels = ['sms', 'email'] as const;
export type CodeChannel = (typeof codeChannels)[number];

/**
 * A code that may go to the mailbox in which the link lies proves less than one that goes to the
 * receiver's telephone.
 */
const strength: Record<SecondFactorMode, number> = { off: 0, email: 1, either: 1, sms: 2 };

/** What an account's own mode comes to where the operator demands at least `floor` of everybody. */
export function atLeast(floor: SecondFactorMode, own: SecondFactorMode): SecondFactorMode {
  return strength[own] >= strength[floor] ? own : floor;
}

export function allowsChannel(mode: SecondFactorMode, channel: CodeChannel): boolean {
  return mode === channel || mode === 'either';
}
