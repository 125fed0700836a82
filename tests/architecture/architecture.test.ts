import { expect, test } from 'vitest'
import {
  areaOf,
  foreignPackages,
  forgottenExceptions,
  knowsAnArea,
  strangeConnections,
  wrongArrows,
  zoneOf,
} from './arrows'
import { circles } from './circles'
import { filesAndFolders, missingIn, texts } from './named-files'
import { againstTheOrder, withoutPlace } from './order'
import { importsOf, parse, type Source, sourcesIn } from './sources'
import { ownedTables, writesOf } from './tables'
import { forbiddenName, forbiddenWords, mannered } from './words'

const sources = sourcesIn('app', 'db')
const tests = sourcesIn('tests')
const code = sources.filter(({ ast }) => ast !== null)

/** An imaginary source file, to check that the rules work. */
function imagined(path: string, text: string): Source {
  const ast = parse(path, text)
  return { path, text, imports: importsOf(path, ast), ast }
}

test('every source file is in a known place', () => {
  expect(code.length).toBeGreaterThan(300)
  for (const { path } of sources) zoneOf(path)
  expect(new Set(code.flatMap(({ imports }) => imports.map(({ to }) => to))).size).toBeGreaterThan(200)
})

test('imports go one way: from routes through forms, views and capabilities to the database; ui imports only itself', () => {
  expect(code.flatMap(wrongArrows)).toEqual([])
})

test('no two files import each other in a circle, not even types', () => {
  expect(circles([...code, ...tests])).toEqual([])
})

test('areas have an order, and each imports only earlier ones', () => {
  expect(withoutPlace(code)).toEqual([])
  expect(againstTheOrder(code)).toEqual([])
  const planted = [
    imagined('app/areas/navs/x.ts', "import type { a } from '~/areas/audit/y'"),
    imagined('app/platform/lists/x.server.ts', "import { a } from '~/areas/navs/y'"),
    imagined('app/areas/audit/x.ts', "import { a } from '~/areas/navs/y'"),
  ]
  expect(againstTheOrder(planted)).toEqual(['lists -> navs', 'navs -> audit'])
})

test('every listed exception is still needed', () => {
  expect(forgottenExceptions(code)).toEqual([])
})

test('capabilities use no HTTP or React, pages no database driver, the start only Node', () => {
  expect(code.flatMap(foreignPackages)).toEqual([])
})

test('only the database and the services in the settings are connected to: identity provider, virus scanner, mail server, checkpoint receivers', () => {
  expect(code.flatMap(strangeConnections)).toEqual([])
})

test('workflow imports no area; values and lists import nothing', () => {
  expect(code.flatMap(knowsAnArea)).toEqual([])
})

const schema = import.meta.glob<Record<string, unknown>>('../../db/schema/*.ts', { eager: true })
const owned = ownedTables(schema)

test('only the owning area writes its tables; the seed fills them beforehand', () => {
  const breaches = code
    .filter(({ path }) => zoneOf(path) !== 'seed')
    .flatMap((source) => {
      const area = areaOf(source.path) ?? ''
      return writesOf(source, owned)
        .filter(({ areas }) => !areas.includes(area))
        .map(({ table, at }) => `${at} writes ${table}`)
    })
  expect(breaches).toEqual([])
})

test('per-process state is stored under the services of the process, not those of a request', () => {
  const keeps = code.filter(({ text }) => /new WeakMap<Services\b/.test(text))
  expect(keeps.length).toBeGreaterThan(3)
  expect(keeps.filter(({ text }) => !text.includes('servicesOfProcess(')).map(({ path }) => path)).toEqual([])
})

/** drizzle-kit compares the schema with the newest snapshot only; older ones are dead weight. */
test('only the newest schema snapshot is in the repository', () => {
  const snapshots = Object.keys(import.meta.glob('../../db/migrations/meta/*_snapshot.json'))
  const migrations = Object.keys(import.meta.glob('../../db/migrations/*.sql', { query: '?raw' })).sort()
  const newest = /(\d{4})_[^/]+$/.exec(migrations.at(-1) ?? '')?.[1]
  expect(snapshots).toEqual([`../../db/migrations/meta/${newest}_snapshot.json`])
})

test('the rule oracle is independent: from outside its folder it imports only types of the tests', () => {
  const folder = 'tests/support/rule-oracle/'
  const oracle = tests.filter(({ path }) => path.startsWith(folder))
  expect(oracle.length).toBeGreaterThan(8)
  const foreign = oracle.flatMap(({ path, imports }) =>
    imports
      .filter(({ to, typeOnly }) => !to.startsWith(folder) && !(typeOnly && to.startsWith('tests/support/')))
      .map(({ to }) => `${path} -> ${to}`),
  )
  expect(foreign).toEqual([])
})

test('files that are not tests are in tests/support', () => {
  const own = /^tests\/(?:support|architecture|bench)\/|\.test\.tsx?$/
  expect(tests.map(({ path }) => path).filter((path) => !own.test(path))).toEqual([])
})

test('no file or folder has an empty name such as utils or helpers', () => {
  expect([...sources, ...tests].filter(forbiddenName).map(({ path }) => path)).toEqual([])
})

test('no any, no suppressed compiler errors, no raw SQL, no unlimited bodies, no console, no TODOs; capabilities read no clock', () => {
  expect(code.flatMap(forbiddenWords)).toEqual([])
})

test('tests have no suppressed compiler errors and no TODOs', () => {
  const own = /^tests\/architecture\//
  const found = tests.filter(({ path }) => !own.test(path)).flatMap(forbiddenWords)
  expect(found.filter((each) => !/ (console\.|unsafe)/.test(each))).toEqual([])
})

test('files, folders and headings named in the documents exist', () => {
  const [all, paths] = [texts(), filesAndFolders()]
  expect(all.length).toBeGreaterThan(5)
  expect(all.flatMap((each) => missingIn(each, paths, all))).toEqual([])
})

test.each([
  [
    'app/ui/grid/x.tsx',
    "import { a } from '~/platform/values/show'",
    'app/ui/grid/x -> app/platform/values/show',
  ],
  [
    'app/ui/grid/x.tsx',
    "import type { a } from '~/platform/values/day'",
    'app/ui/grid/x -> app/platform/values/day',
  ],
  ['app/areas/navs/x.ts', "import { a } from './y.server'", 'app/areas/navs/x -> app/areas/navs/y.server'],
  ['app/areas/navs/x.ts', "import type { a } from 'db/database'", 'app/areas/navs/x -> db/database'],
  [
    'app/areas/navs/x.server.ts',
    "import { a } from '~/http/guard'",
    'app/areas/navs/x.server -> app/http/guard',
  ],
  [
    'app/areas/navs/views/x.tsx',
    "import { a } from '~/areas/navs/y.server'",
    'app/areas/navs/views/x -> app/areas/navs/y.server',
  ],
  [
    'app/areas/navs/routes/x.tsx',
    "const a = await import('db/schema/navs')",
    'app/areas/navs/routes/x -> db/schema/navs',
  ],
  ['db/x.ts', "export { a } from '~/areas/navs/y.server'", 'db/x -> app/areas/navs/y.server'],
])('in %s, %s is reported', (path, text, breach) => {
  expect(wrongArrows(imagined(path, text))).toEqual([breach])
})

test('a planted circle is reported, including types, without files that only lead to it', () => {
  const planted = [
    imagined('app/areas/navs/a.ts', "import { b } from './b.server'"),
    imagined('app/areas/navs/b.server.ts', "import { c } from '~/areas/kpi/c'; import { d } from './d'"),
    imagined('app/areas/kpi/c.tsx', "import type { A } from '../navs/a'"),
    imagined('app/areas/navs/d.ts', "import { Big } from 'big.js'"),
    imagined('app/areas/navs/e.ts', "import { a } from './a'"),
  ]
  expect(circles(planted)).toEqual([
    ['app/areas/kpi/c.tsx', 'app/areas/navs/a.ts', 'app/areas/navs/b.server.ts'],
  ])
  expect(circles(planted.filter(({ path }) => !path.endsWith('c.tsx')))).toEqual([])
})

test('a missing file or heading named in a document is reported', () => {
  const paths = [
    'app',
    'app/http',
    'app/http/guard.ts',
    'tests/http/throttle.test.ts',
    'docs/a.md',
    'docs/b.md',
  ]
  const b = { path: 'docs/b.md', text: '# What *is* here, or not' }
  const good =
    'app/http, `tests/http/thrott*`, `http/guard.ts`, app/http/. [a](a.md), [b](b.md#what-is-here-or-not)'
  expect(missingIn({ path: 'docs/a.md', text: good }, paths, [b])).toEqual([])
  const bad =
    'See app/http/gone.ts and `tests/http/spool*`; `ard.ts`, [c](c.md), [b](b.md#there), [here](#nowhere), [d](../d.md)'
  expect(missingIn({ path: 'docs/a.md', text: bad }, paths, [b])).toEqual(
    [
      'app/http/gone.ts',
      'tests/http/spool*',
      'ard.ts',
      'docs/c.md',
      'docs/b.md#there',
      'docs/a.md#nowhere',
      'd.md',
    ].map((name) => `docs/a.md: ${name}`),
  )
})

test('screens and refusals speak plainly', () => {
  const said = imagined(
    'app/areas/navs/x.tsx',
    'const a = <p>It waits for {who}, whoever it is</p>; const b = "who is told"',
  )
  expect(mannered(said).map((each) => each.replace(/^.* /, ''))).toEqual(['waits', 'whoever', 'told'])
  expect(code.flatMap(mannered)).toEqual([])
})

test('planted writes, areas and forbidden words are reported', () => {
  const writer = imagined(
    'app/areas/navs/x.server.ts',
    "tx.insert(appUser); tx.update(fundNav); upsert(tx, fund, [], []); sql`update workflow_event set log = ''`; tx.delete(other)",
  )
  expect(writesOf(writer, owned).map(({ table, areas }) => `${table} ${areas.join()}`)).toEqual([
    'appUser access,users,approvals,substitutes',
    'fundNav navs,lookups',
    'fund lookups,reference-data,reference-import',
    'workflow_event workflow,workflows',
  ])
  const engine = imagined('app/platform/workflow/x.ts', "import type { a } from '~/areas/navs/nav-state'")
  expect(knowsAnArea(engine)).toHaveLength(1)
  const banned = imagined(
    'app/areas/navs/x.ts',
    "// TODO later\nconst a: any = sql.raw('x')\nconsole.log(new Date(), Date.now())\n// @ts-ignore\nexport * from './y'",
  )
  expect(forbiddenWords(banned).map((each) => each.replace(/^.*:/, ''))).toEqual([
    '2 any',
    '2 sql.raw',
    '3 console.log',
    '3 new Date()',
    '3 Date.now',
    '5 export *',
    '1 TODO',
    '4 @ts-ignore',
  ])
  const reading = imagined('app/http/x.ts', 'export const a = (request: Request) => request.formData()')
  expect(forbiddenWords(reading)).toEqual(['app/http/x.ts:1 reads a body without a limit'])
  const leaving = imagined('app/http/x.ts', 'export const a = (request: Request) => request.signal')
  expect(forbiddenWords(leaving)).toEqual([
    'app/http/x.ts:1 is deaf after garbage collection: context.signal',
  ])
  expect(forbiddenName({ path: 'app/areas/navs/helpers/x.ts' })).toBe(true)
  expect(forbiddenName({ path: 'app/areas/navs/utils.server.ts' })).toBe(true)
  expect(foreignPackages(imagined('app/start/x.mjs', "import 'express'"))).toHaveLength(1)
  const caller = "import { get } from 'https'; import type { Server } from 'node:http'; fetch('http://x')"
  expect(strangeConnections(imagined('app/areas/navs/x.ts', caller))).toEqual([
    'app/areas/navs/x.ts -> https',
    'app/areas/navs/x.ts:1 fetch',
  ])
  expect(strangeConnections(imagined('app/ui/x.tsx', "fetch('/x')"))).toEqual([])
})

/** What lets a test pass by luck: a fixed pause, a retry, an assertion that is always true. */
const BY_LUCK = /waitForTimeout\(|\bretry: [1-9]|expect\((true|false)\)/

const byLuck = ({ path, text }: Pick<Source, 'path' | 'text'>) =>
  text.split('\n').flatMap((line, at) => (BY_LUCK.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : []))

test('no test passes by luck, and planted luck is reported', () => {
  expect(tests.filter(({ path }) => !path.startsWith('tests/architecture/')).flatMap(byLuck)).toEqual([])
  const text = ['await page.waitForTimeout(1_000)', 'retry: 1', 'retry: 0', 'expect(true).toBe(true)'].join(
    '\n',
  )
  expect(byLuck({ path: 'a', text })).toEqual([
    'a:1: await page.waitForTimeout(1_000)',
    'a:2: retry: 1',
    'a:4: expect(true).toBe(true)',
  ])
})
