export interface Verdict {
  status: 'ok' | 'warning' | 'problem';
  /** What is the case, and what that means. */
  message: string;
  /** How to fix it. */
  remedy?: string;
}

export interface Finding extends Verdict {
  /** What was looked at, in a word. */
  check: string;
}

/** One look at one thing. */
export interface Check {
  name: string;
  look: () => Promise<Verdict> | Verdict;
  /** What to do when the look itself fails. */
  remedy: string;
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

/** Looks at one thing after the other. A look that fails is a finding too: nothing here may crash. */
export async function examine(checks: readonly Check[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, look, remedy } of checks) {
    try {
      findings.push({ check: name, ...(await look()) });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      findings.push({ check: name, ...problem(message, remedy) });
    }
  }
  return findings;
}
