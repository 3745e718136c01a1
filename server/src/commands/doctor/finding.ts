export interface Verdict {
  status: 'ok' | 'warning' | 'problem';
  /** The finding, and what it means. */
  message: string;
  /** How to fix it. */
  remedy?: string;
}

export interface Finding extends Verdict {
  /** What was checked, in a word. */
  check: string;
}

/** One check. */
export interface Check {
  name: string;
  look: () => Promise<Verdict> | Verdict;
  /** What to do when the check itself fails. */
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

/** Runs the checks one after another. A check that fails is a finding too: nothing here may crash. */
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
