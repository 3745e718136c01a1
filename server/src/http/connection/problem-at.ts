import type { Problem } from '#protocol/errors.ts';

/** The names and numbers that lead to a value. */
export type Path = readonly (string | number)[];

/** A problem with the value at a path. */
export function problemAt(path: Path, problem: string, code?: Problem['code']): Problem {
  const field = path
    .map((step, index) =>
      typeof step === 'number' ? `[${step}]` : `${index === 0 ? '' : '.'}${step}`,
    )
    .join('');
  return {
    field: field === '' ? 'body' : field,
    problem,
    pointer: path.map((step) => `/${escaped(String(step))}`).join(''),
    ...(code !== undefined && { code }),
  };
}

/** A step of a JSON pointer: RFC 6901. */
function escaped(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}
