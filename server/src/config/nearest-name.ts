/** The candidate that a slip of the keyboard could have turned into `name`, or undefined. */
export function findNearestName(name: string, candidates: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let nearestDistance = Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = countEdits(name.toLowerCase(), candidate.toLowerCase());
    if (distance < nearestDistance) [nearest, nearestDistance] = [candidate, distance];
  }
  return nearest;
}

/** How many letters must be put in, taken out or exchanged to turn one word into the other. */
function countEdits(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [row, letter] of Array.from(from).entries()) {
    const current = [row + 1];
    for (const [column, other] of Array.from(to).entries()) {
      const exchanged = (previous[column] ?? 0) + (letter === other ? 0 : 1);
      const takenOut = (previous[column + 1] ?? 0) + 1;
      const putIn = (current[column] ?? 0) + 1;
      current.push(Math.min(exchanged, takenOut, putIn));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}
