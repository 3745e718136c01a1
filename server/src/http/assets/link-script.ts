import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An import of names, or of what a module does when it is loaded. */
const importStatement = /^import (?:\{([^}]*)\} from )?'\.\/([\w-]+\.js)';$/gm;
const exportStatement = /^export (?=(?:async )?(?:function|class|const) (\w+))/gm;
const unlinked = /^(?:import|export)\b.*/m;
/** A comment that begins a line. */
const comment = /^ *(?:\/\/.*|\/\*(?:(?!\*\/)[^])*\*\/)\n/gm;

interface Module {
  text: string;
  imports: string[];
}

/**
 * Makes of the script of a page, with all that it imports, one module: a page that loads thirty files waits for the
 * line thirty times (decision 0111). Each module keeps a scope of its own, and is evaluated once, after those that it
 * imports. Throws on what this linker does not know, so that the server does not start with a broken script.
 *
 * A file is read once, however many pages have it, and without a turn of the event loop: at a start nobody waits.
 */
export function scriptLinker(dir: string): (entry: string) => string {
  const modules = new Map<string, Module>();
  return (entry) => {
    collect(entry);
    return inOrder(entry, modules)
      .map((name) => modules.get(name)?.text ?? '')
      .join('');
  };

  function collect(name: string): void {
    if (modules.has(name)) return;
    const source = readFileSync(join(dir, name), 'utf8');
    const imports = Array.from(source.matchAll(importStatement), ([, , from = '']) => from);
    modules.set(name, { text: linked(name, source), imports });
    for (const imported of imports) collect(imported);
  }
}

/** Those that are imported come first. */
function inOrder(entry: string, modules: ReadonlyMap<string, Module>): string[] {
  const ordered = new Set<string>();
  visit(entry, []);
  return [...ordered];

  function visit(name: string, path: readonly string[]): void {
    if (path.includes(name)) throw new Error([...path, name].join(' imports '));
    if (ordered.has(name)) return;
    for (const imported of modules.get(name)?.imports ?? []) visit(imported, [...path, name]);
    ordered.add(name);
  }
}

function linked(name: string, source: string): string {
  const exported = Array.from(source.matchAll(exportStatement), ([, each = '']) => each);
  const body = source
    .replace(exportStatement, '')
    .replace(importStatement, (_, names: string | undefined, from: string) => {
      if (names === undefined) return '';
      return `const {${names.replaceAll(' as ', ': ')}} = ${scopeOf(from)};`;
    })
    .replace(comment, '');
  const left = unlinked.exec(body)?.[0];
  if (left !== undefined) throw new Error(`${name} cannot be linked at: ${left}`);
  return `const ${scopeOf(name)} = (() => {\n${body}return { ${exported.join(', ')} };\n})();\n`;
}

/** `send-page.js` is `$send_page`. */
function scopeOf(name: string): string {
  return `$${name.replace(/\.js$/, '').replaceAll('-', '_')}`;
}
