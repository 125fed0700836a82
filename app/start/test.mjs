import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureInstalled } from './install.mjs'
import { child, project, run } from './project.mjs'

const say = (line) => process.stdout.write(`${line}\n`)
const tool = (path, ...args) => [process.execPath, [join(project, 'node_modules', path), ...args]]

// Tests beyond those for each change: long stories, races, hostile and random input.
const wanted = process.argv[2]
if (wanted === 'all' || wanted === 'faults') process.env.TEST_ALL = '1'

/** Machines, databases and processes that are lost while people work, races and conflicts; the state is checked after each. */
const FAULTS = {
  unit: [
    'tests/scenarios/three-instances',
    'tests/scenarios/rolling-upgrade',
    'tests/scenarios/killed-backends',
    'tests/scenarios/answers-in-an-outage',
    'tests/http/server/replica',
    'tests/db/killed-backends',
    'tests/db/outage',
    'tests/db/pools',
    'tests/db/backup',
    'tests/platform/workflow/expense-races',
    'tests/platform/workflow/double-submit',
    'tests/platform/tables/conflicts',
    'tests/areas/invoices/payment-approvals',
    'tests/areas/drafts/entry/conflict',
  ],
  browser: ['tests/e2e/workers'],
}

const total = { passed: 0, failed: 0, skipped: 0 }

await run(async () => {
  await step('Dependencies', () => ensureInstalled(say, { tests: true }))
  const browser = await step('Browser', () => ensureChromium(say))
  if (wanted === 'faults') return faults(browser)
  await step('Format and lint', () => program('biome check', ...tool('@biomejs/biome/bin/biome', 'check')))
  await step('Types', () => program('tsc', ...tool('typescript/bin/tsc', '--noEmit', '-p', '.')))
  await step('Build', () => ensureBuilt(say))
  await step('Unit, domain, database and route tests', () => tests('unit', { BUILT_THREADS: '1' }))
  if (existsSync(join(project, 'tests', 'e2e')))
    await step('Browser tests', () => tests('browser', { CHROMIUM_PATH: browser }))
  say(`\n${totals()}`)
})

/** As often as a release wants it, unless TEST_FAULTS is "short", as in `npm run test:all`. */
async function faults(browser) {
  process.env.TEST_FAULTS ??= 'long'
  await step('Build', () => ensureBuilt(say))
  await step('Faults', () => tests('unit', {}, FAULTS.unit))
  await step('Faults of workers', () => tests('browser', { CHROMIUM_PATH: browser }, FAULTS.browser))
  say(`\n${totals()}`)
}

async function step(heading, work) {
  say(`\n== ${heading}`)
  const begin = performance.now()
  const result = await work()
  say(`   ${((performance.now() - begin) / 1000).toFixed(1)} s`)
  return result
}

function program(name, command, args, env) {
  return child(command, args, { env, failure: `${name} found problems` })
}

/** Runs one of the test projects, and counts the results in its report. */
async function tests(name, env, files = []) {
  const folder = mkdtempSync(join(tmpdir(), 'fundesk-test-'))
  const report = join(folder, 'report.json')
  const args = [
    'run',
    '--project',
    name,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...files,
  ]
  try {
    await program(`The ${name} tests`, ...tool('vitest/vitest.mjs', ...args), env)
    count(report)
  } catch (error) {
    if (count(report)) error.message = `${error.message}\n\n${totals()}`
    throw error
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function count(report) {
  if (!existsSync(report)) return false
  const told = JSON.parse(readFileSync(report, 'utf8'))
  total.passed += told.numPassedTests
  total.failed += told.numFailedTests
  total.skipped += told.numPendingTests + told.numTodoTests
  return true
}

function totals() {
  return `${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`
}
