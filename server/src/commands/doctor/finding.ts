export interface Verdict {
  status: 'ok' | 'warning' | 'problem';
  /** What is the case, and what that means. */
  message: string;
  /** How to mend it. */
  remedy?: string;
}

export interface Finding extends Verdict {
  /** What was looked at, in a word. */
  check: string;
}

export function ok(message: string): Verdict {
  return { status: 'ok', message };
}

export function warning(message: string, remedy: string): Verdict {
  return { status: 'warning', message, remedy };
}

export function problem(message: string, remedy: string): Verdict {
  return { status: 'problem', message, remedy };
}

/** Looks at one thing. A look that fails is a finding too: nothing here may crash. */
export async function examine(
  check: string,
  look: () => Promise<Verdict> | Verdict,
): Promise<Finding> {
  try {
    return { check, ...(await look()) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { check, status: 'problem', message };
  }
}
