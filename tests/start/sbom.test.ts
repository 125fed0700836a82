import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'

const project = new URL('../..', import.meta.url)
const answered = execFileSync(process.execPath, ['app/start/sbom.mjs'], { cwd: project, encoding: 'utf8' })
const bill = JSON.parse(answered) as {
  metadata: { component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}
const lock = JSON.parse(readFileSync(new URL('package-lock.json', project), 'utf8')) as {
  packages: Record<string, Locked>
}

interface Component {
  'bom-ref': string
  group?: string
  name: string
  version: string
  scope?: string
  hashes?: { alg: string; content: string }[]
  licenses?: ({ expression: string } | { license: { name: string } })[]
  purl: string
}

interface Locked {
  name?: string
  version: string
  dev?: boolean
  link?: boolean
  integrity?: string
  license?: string
  dependencies?: Record<string, string>
}

const text = { type: 'string', minLength: 1 }
const purl = { type: 'string', pattern: '^pkg:npm/(%40[^/@]+/)?[^/@]+@[^@]+$' }
const shape = (required: string[], properties: object) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
})
const list = (items: object) => ({ type: 'array', items, uniqueItems: true })
const component = shape(['type', 'bom-ref', 'name', 'version', 'purl'], {
  type: { enum: ['application', 'library'] },
  'bom-ref': text,
  group: text,
  name: text,
  version: text,
  scope: { enum: ['required', 'optional', 'excluded'] },
  hashes: list(
    shape(['alg', 'content'], {
      alg: { enum: ['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512'] },
      content: {
        type: 'string',
        pattern: '^([a-fA-F0-9]{40}|[a-fA-F0-9]{64}|[a-fA-F0-9]{96}|[a-fA-F0-9]{128})$',
      },
    }),
  ),
  licenses: {
    type: 'array',
    maxItems: 1,
    items: {
      oneOf: [
        shape(['expression'], { expression: text }),
        shape(['license'], { license: shape(['name'], { name: text }) }),
      ],
    },
  },
  purl,
})

/** The part of CycloneDX 1.6 that we write. */
const CYCLONEDX = shape(
  ['bomFormat', 'specVersion', 'serialNumber', 'version', 'metadata', 'components', 'dependencies'],
  {
    $schema: { const: 'http://cyclonedx.org/schema/bom-1.6.schema.json' },
    bomFormat: { const: 'CycloneDX' },
    specVersion: { const: '1.6' },
    serialNumber: {
      type: 'string',
      pattern: '^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
    },
    version: { type: 'integer', minimum: 1 },
    metadata: shape(['timestamp', 'component'], {
      timestamp: { type: 'string', format: 'date-time' },
      lifecycles: list(shape(['phase'], { phase: { const: 'pre-build' } })),
      component,
    }),
    components: list(component),
    dependencies: list(shape(['ref', 'dependsOn'], { ref: text, dependsOn: list(text) })),
  },
)

const nameOf = (path: string, { name }: Locked) => name ?? path.split('node_modules/').at(-1) ?? ''
const purlOf = (path: string, entry: Locked) =>
  `pkg:npm/${nameOf(path, entry).replace('@', '%40')}@${encodeURIComponent(entry.version)}`
/** Except Fundesk itself and the folder of its tests. */
const locked = Object.entries(lock.packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
)
const usesOf = (ref: string) => bill.dependencies.find((each) => each.ref === ref)?.dependsOn ?? []

test('the bill of materials is CycloneDX 1.6', () => {
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.validate(CYCLONEDX, bill)
  expect(ajv.errors).toBeNull()
})

test('it lists Fundesk, every package of the lockfile once, and nothing else', () => {
  const { component: own } = bill.metadata
  expect([own.name, own.version]).toEqual(['fundesk', lock.packages['']?.version])
  const refs = bill.components.map((each) => each['bom-ref'])
  expect(refs).toEqual([...new Set(locked.map(([path, entry]) => purlOf(path, entry)))].sort())
  expect(refs).toEqual(bill.components.map((each) => each.purl))
})

test('each package has npm’s hash, its licence, and whether the site runs with it', () => {
  const byPurl = new Map(bill.components.map((each) => [each.purl, each]))
  for (const [path, entry] of locked) {
    const found = byPurl.get(purlOf(path, entry))
    const [, integrity = ''] = /^sha512-(\S+)$/.exec(entry.integrity ?? '') ?? []
    expect(found?.hashes, path).toEqual([
      { alg: 'SHA-512', content: Buffer.from(integrity, 'base64').toString('hex') },
    ])
    if (entry.license) expect(JSON.stringify(found?.licenses), path).toContain(entry.license)
  }
  const scopeOf = (name: string) => bill.components.find((each) => each.name === name && !each.group)?.scope
  expect([scopeOf('express'), scopeOf('vitest')]).toEqual(['required', 'excluded'])
})

test('it says which package uses which, and all of them exist', () => {
  const refs = new Set([bill.metadata.component, ...bill.components].map((each) => each['bom-ref']))
  expect(new Set(bill.dependencies.map(({ ref }) => ref))).toEqual(refs)
  for (const { ref, dependsOn } of bill.dependencies)
    for (const used of dependsOn) expect(refs.has(used), `${ref} uses ${used}`).toBe(true)
  // Of a package with two versions, the nearest one.
  for (const [path, { dependencies = {} }] of locked)
    for (const name of Object.keys(dependencies)) {
      const near = lock.packages[`${path}/node_modules/${name}`]
      const entry = lock.packages[path]
      if (near && entry) expect(usesOf(purlOf(path, entry))).toContain(purlOf(name, near))
    }
  const direct = Object.keys(lock.packages['']?.dependencies ?? {})
  for (const name of direct) {
    const entry = lock.packages[`node_modules/${name}`]
    expect(usesOf(bill.metadata.component.purl), name).toContain(entry && purlOf(name, entry))
  }
})

test('versions with a known weakness are not installed, nor the package that brought them, not even by another package', () => {
  const versions = (name: string) =>
    bill.components.filter((each) => each.name === name).map(({ version }) => Number.parseInt(version, 10))
  expect(versions('uuid')).not.toHaveLength(0)
  expect(versions('uuid').filter((major) => major < 11)).toEqual([])
  expect(versions('fast-xml-parser').filter((major) => major < 5)).toEqual([])
  expect(versions('s3rver')).toEqual([])
  expect(versions('busboy').filter((major) => major < 1)).toEqual([])
})
