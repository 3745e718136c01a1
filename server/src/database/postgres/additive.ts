const additive: readonly RegExp[] = [
  /^create table /i,
  /^(create|drop) index /i,
  /^alter table "\w+" add column "\w+" (?!.*(\bnot null\b|\bunique\b|\breferences\b|\bprimary key\b))/i,
  /^alter table "\w+" add column "\w+" .*\bdefault .*\bnot null$/i,
  /^(insert into|update) /i,
];

/**
 * Whether a program that does not know these statements works on: they only add tables and columns that it
 * need not fill in, and add or drop indexes.
 */
export function isAdditive(statements: readonly string[]): boolean {
  return statements.every((statement) => additive.some((form) => form.test(statement.trim())));
}
