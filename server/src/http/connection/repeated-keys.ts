/** One array or object that the reader is in. */
interface Level {
  /** The keys of an object so far; undefined for an array. */
  keys: Set<string> | undefined;
  /** The key of the value that is being read, or its number. */
  step: string | number;
}

/**
 * Where valid JSON names a key twice in one object, the way to its first repeat; undefined where it does not. A parser
 * takes the last of them, another reader the first: what the sender meant is not known.
 */
export function findRepeatedKey(json: string): (string | number)[] | undefined {
  const levels: Level[] = [];
  let isKeyNext = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    const level = levels.at(-1);
    if (character === '"') {
      const end = endOfText(json, at);
      if (isKeyNext && level?.keys !== undefined) {
        level.step = JSON.parse(json.slice(at, end + 1)) as string;
        if (level.keys.has(level.step)) return levels.map(({ step }) => step);
        level.keys.add(level.step);
        isKeyNext = false;
      }
      at = end;
    } else if (character === '{') {
      levels.push({ keys: new Set(), step: '' });
      isKeyNext = true;
    } else if (character === '[') {
      levels.push({ keys: undefined, step: 0 });
    } else if (character === '}' || character === ']') {
      levels.pop();
      isKeyNext = false;
    } else if (character === ',' && level !== undefined) {
      if (typeof level.step === 'number') level.step += 1;
      isKeyNext = level.keys !== undefined;
    }
  }
  return undefined;
}

/** The place of the quotation mark that ends the text that begins at `start`. */
function endOfText(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at;
}
