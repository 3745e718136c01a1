import { parsers } from 'prettier/plugins/yaml';

export type Value = string | null | Value[] | { [key: string]: Value };

/** A node of the syntax tree, as far as it is needed. */
interface Node {
  type: string;
  value?: string;
  anchor?: { value: string } | null;
  children?: (Node | null)[];
}

/**
 * The documents of a YAML file, by the parser that formats them. Scalars are the texts that are written there:
 * numbers and booleans are not told apart. Aliases and merge keys (`<<`) are resolved.
 */
export function parseYaml(text: string): Value[] {
  // Prettier's types hide the tree of a language.
  const parse = parsers.yaml.parse as (text: string, options: object) => Node;
  const { children = [] } = parse(text, { originalText: text });
  const anchors = new Map<string, Value>();
  const documents = children.map((document) => child(child(document, 'documentBody'), undefined));
  return documents.map((content) => read(content, anchors));
}

function child(node: Node | null | undefined, type: string | undefined): Node | undefined {
  return node?.children?.find((each) => type === undefined || each?.type === type) ?? undefined;
}

function read(node: Node | undefined, anchors: Map<string, Value>): Value {
  if (node === undefined) return null;
  if (node.type === 'alias') {
    const known = anchors.get(node.value ?? '');
    if (known === undefined) throw new Error(`There is no anchor ${node.value ?? ''}`);
    return known;
  }
  const value = readContent(node, anchors);
  if (node.anchor) anchors.set(node.anchor.value, value);
  return value;
}

function readContent(node: Node, anchors: Map<string, Value>): Value {
  const { type, value = '', children = [] } = node;
  const items = children.filter((each) => each !== null);
  switch (type) {
    case 'mapping':
    case 'flowMapping': {
      const pairs = items.map((item): [string, Value] => [
        child(child(item, 'mappingKey'), undefined)?.value ?? '',
        read(child(child(item, 'mappingValue'), undefined), anchors),
      ]);
      const names = pairs.map(([name]) => name);
      const repeated = names.find((name, index) => names.indexOf(name) < index);
      if (repeated !== undefined) throw new Error(`The key ${repeated} is there twice`);
      const merged = pairs.filter(([name]) => name === '<<').map(([, from]) => from as object);
      const own = Object.fromEntries(pairs.filter(([name]) => name !== '<<'));
      return Object.assign({}, ...merged, own) as Value;
    }
    case 'sequence':
    case 'flowSequence':
      return items.map((item) => {
        const isItem = item.type === 'sequenceItem' || item.type === 'flowSequenceItem';
        return read(isItem ? child(item, undefined) : item, anchors);
      });
    case 'null':
      return null;
    case 'plain':
    case 'quoteSingle':
    case 'quoteDouble':
    case 'blockLiteral':
    case 'blockFolded':
      return value;
    default:
      throw new Error(`YAML of the type ${type} is not read here`);
  }
}
