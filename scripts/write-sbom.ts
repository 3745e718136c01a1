// Writes the software bill of materials of an installation: every package that package-lock.json names for production,
// on any platform, with version, hash, licence and dependencies, as CycloneDX 1.6 in JSON. The same lockfile always
// gives the same text. (`npm sbom` leaves out packages that development uses, too.)
//
//   npm run -s sbom [FILE]    to standard output unless a file is named

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface LockedPackage {
  version: string;
  integrity?: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const root = join(import.meta.dirname, '..');
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>;
};
const { '': program, ...others } = packages;
if (program === undefined) throw new Error('package-lock.json does not name the program');

const modules = 'node_modules/';

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf(modules) + modules.length);
}

function referenceOf(path: string, { version }: LockedPackage): string {
  const name = path === '' ? 'valise' : nameOf(path);
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** The package that Node finds for `name` from the folder of another: in its own folder, or in one above. */
function findDependency(from: string, name: string): string | undefined {
  let folder = from;
  while (folder !== '') {
    const path = `${folder}/${modules}${name}`;
    if (others[path] !== undefined) return path;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf(modules) - 1));
  }
  const path = `${modules}${name}`;
  return others[path] === undefined ? undefined : path;
}

/** One entry for each release of a package, in however many folders it is installed. */
const installed = new Map(
  Object.entries(others)
    .filter(([, { dev }]) => dev !== true)
    .map(([path, each]) => [referenceOf(path, each), [path, each] as const]),
);

function dependenciesOf(path: string, each: LockedPackage): string[] {
  const names = Object.keys({ ...each.dependencies, ...each.optionalDependencies });
  return names.flatMap((name) => {
    const found = findDependency(path, name);
    const dependency = found === undefined ? undefined : others[found];
    return found === undefined || dependency === undefined ? [] : [referenceOf(found, dependency)];
  });
}

const sbom = {
  $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: {
    lifecycles: [{ phase: 'pre-build' }],
    component: {
      type: 'application',
      'bom-ref': referenceOf('', program),
      name: 'valise',
      version: program.version,
    },
  },
  components: [...installed].map(([reference, [path, each]]) => ({
    type: 'library',
    'bom-ref': reference,
    name: nameOf(path),
    version: each.version,
    scope: each.optional === true ? 'optional' : 'required',
    purl: reference,
    hashes: [
      {
        alg: 'SHA-512',
        content: Buffer.from(each.integrity?.slice('sha512-'.length) ?? '', 'base64').toString(
          'hex',
        ),
      },
    ],
    ...(each.license === undefined ? {} : { licenses: [{ expression: each.license }] }),
  })),
  dependencies: [['', program] as const, ...installed.values()].map(([path, each]) => ({
    ref: referenceOf(path, each),
    dependsOn: [...new Set(dependenciesOf(path, each))].sort(),
  })),
};

const text = `${JSON.stringify(sbom, null, 2)}\n`;
const [file] = process.argv.slice(2);
if (file === undefined) process.stdout.write(text);
else writeFileSync(file, text);
