import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { project, run } from './project.mjs'

// `npm run sbom -- FILE`: the software packages in Fundesk as a CycloneDX 1.6 list, taken from the lockfile alone.

const SCOPES = ['required', 'optional', 'excluded']

/** The name of a package by its path in the lockfile: "node_modules/a/node_modules/b" is b, used by a alone. */
const nameAt = (path, { name }) =>
  name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** The package URL (purl). */
const purlOf = (name, version) => `pkg:npm/${name.replace(/^@/, '%40')}@${encodeURIComponent(version)}`

/**
 * Packages that only builds and tests need are "excluded"; those that only one platform needs, or that may be missing,
 * are "optional".
 */
const scopeOf = ({ dev, optional, devOptional }) =>
  dev ? 'excluded' : optional || devOptional ? 'optional' : 'required'

function licencesOf({ license }) {
  if (!license) return {}
  const isExpression = /^[\w.()+-]+( (AND|OR|WITH) [\w.()+-]+)*$/.test(license)
  return { licenses: [isExpression ? { expression: license } : { license: { name: license } }] }
}

function hashesOf({ integrity = '' }) {
  const hashes = integrity
    .split(/\s+/)
    .map((each) => /^(sha\d+)-(.+)$/.exec(each))
    .filter((each) => each !== null)
    .map(([, kind, text]) => ({
      alg: kind.replace('sha', 'SHA-'),
      content: Buffer.from(text, 'base64').toString('hex'),
    }))
  return hashes.length > 0 ? { hashes } : {}
}

function componentOf(path, entry) {
  const name = nameAt(path, entry)
  const [group, bare] = name.startsWith('@') ? name.split('/') : [undefined, name]
  const purl = purlOf(name, entry.version)
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group ? { group } : {}),
    name: bare,
    version: entry.version,
    scope: scopeOf(entry),
    ...hashesOf(entry),
    ...licencesOf(entry),
    purl,
  }
}

/** Resolves a package as Node does: in the requiring package's folder, then in the folders around it. */
function resolved(packages, from, name) {
  for (let folder = from; ; ) {
    const path = `${folder ? `${folder}/` : ''}node_modules/${name}`
    if (packages[path]) return path
    if (!folder) return null
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))
  }
}

/** @param lock content of package-lock.json @param made time and serial number */
function billOfMaterials({ packages }, made) {
  const { '': root } = packages
  const own = purlOf(root.name, root.version)
  const entries = Object.entries(packages).filter(([, { link }]) => !link)
  const isOurs = (path) => !path.includes('node_modules/')
  const refs = new Map(
    entries
      .filter(([path]) => !isOurs(path))
      .map(([path, each]) => [path, purlOf(nameAt(path, each), each.version)]),
  )
  const components = new Map()
  const uses = new Map([[own, new Set()]])
  for (const [path, entry] of entries) {
    // Packages for tests are named in tests/package.json.
    const ref = isOurs(path) ? own : refs.get(path)
    if (!isOurs(path)) {
      // The same version may be in several folders: it is one component, with the strongest scope of all.
      const component = componentOf(path, entry)
      const existing = components.get(ref) ?? component
      const scope = SCOPES[Math.min(SCOPES.indexOf(existing.scope), SCOPES.indexOf(component.scope))]
      components.set(ref, { ...existing, scope })
    }
    const { dependencies, devDependencies, optionalDependencies, peerDependencies } = entry
    const named = { ...dependencies, ...devDependencies, ...optionalDependencies, ...peerDependencies }
    const used = Object.keys(named).flatMap((name) => refs.get(resolved(packages, path, name)) ?? [])
    uses.set(ref, new Set([...(uses.get(ref) ?? []), ...used]))
  }
  const sorted = (texts) => [...texts].sort()
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${made.id}`,
    version: 1,
    metadata: {
      timestamp: made.at.toISOString(),
      lifecycles: [{ phase: 'pre-build' }],
      component: {
        type: 'application',
        'bom-ref': own,
        name: root.name,
        version: root.version,
        ...licencesOf(root),
        purl: own,
      },
    },
    components: sorted(components.keys()).map((ref) => components.get(ref)),
    dependencies: sorted(uses.keys()).map((ref) => ({ ref, dependsOn: sorted(uses.get(ref)) })),
  }
}

await run(() => {
  const lock = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8'))
  const bill = billOfMaterials(lock, { at: new Date(), id: randomUUID() })
  const text = `${JSON.stringify(bill, null, 2)}\n`
  const file = process.argv[2]
  if (file) writeFileSync(file, text)
  else process.stdout.write(text)
})
