import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureInstalled } from './install.mjs'
import { child, project, run, StartError } from './project.mjs'

const say = (line) => process.stdout.write(`${line}\n`)
const tool = (path, ...args) => [process.execPath, [join(project, 'node_modules', path), ...args]]

/**
 * Lost machines, databases and processes while people work, races and conflicts, each checking the state afterwards; random,
 * odd and hostile input. They repeat themselves more often than in the check of a change (tests/support/rounds.ts).
 */
const FAULTS = [
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
  'tests/areas/payments/races',
  'tests/api/any-input',
  'tests/api/corpora',
  'tests/api/odd-',
  'tests/areas/budgets/histories',
  'tests/areas/budgets/races',
  'tests/areas/navs/rules/properties',
  'tests/areas/prices/price-rows',
  'tests/areas/processes/generate',
  'tests/areas/processes/task-sums',
  'tests/db/seed/model',
  'tests/faults/rule-oracle',
  'tests/http/hostile',
  'tests/platform/exports/excel',
  'tests/platform/lists',
  'tests/platform/proof/thousand-tamperings',
  'tests/platform/proof/tampering-kinds',
  'tests/platform/proof/no-false-alarm',
  'tests/areas/drafts/entry/conflict',
  'tests/scenarios/bank-histories',
  'tests/e2e/evidence-verifiers',
  'tests/e2e/workers',
]

/** More failures than this are not the machine's fault, and are not retried. */
const HICCUPS = 12

const SIZES = ['all', 'faults']
const given = process.argv.slice(2).filter((each) => each !== '--')
const size = SIZES.includes(given[0]) ? given.shift() : 'main'
const names = size === 'faults' ? FAULTS : given

const failuresFolder = process.env.TEST_FAILURES ?? join(project, '.cache', 'failures')

await run(async () => {
  await step('Dependencies', () => ensureInstalled(say, { tests: true }))
  const browser = await step('Browser', () => ensureChromium(say))
  const isWhole = names.length === 0
  if (isWhole)
    await step('Format, lint and types, beside the build', () => Promise.all([checks(), ensureBuilt(say)]))
  else await step('Build', () => ensureBuilt(say))
  rmSync(failuresFolder, { recursive: true, force: true })
  const env = {
    CHROMIUM_PATH: browser,
    BUILT_THREADS: '1',
    TEST_FAILURES: failuresFolder,
    // Tests named on the command line run in full, however long they take.
    ...(size !== 'main' || !isWhole ? { TEST_ALL: '1' } : {}),
    // As many rounds as a release needs.
    ...(size === 'faults' ? { TEST_FAULTS: process.env.TEST_FAULTS ?? 'long' } : {}),
  }
  const first = await step('Tests', () => vitest({ ...env, ...(isWhole ? { TEST_DEMO: '1' } : {}) }, names))
  const { unsteady, broken } = await again(first.failures, env)
  tell(first, unsteady, broken)
  if (broken.length > 0) throw new StartError('There are tests that fail.')
})

async function checks() {
  await child(...tool('@biomejs/biome/bin/biome', 'check'), { failure: 'biome check found problems' })
  await child(...tool('typescript-7/bin/tsc', '--noEmit', '-p', '.', '--checkers', '1'), {
    // Beside the build, several checkers and frequent collections of their memory cost twice the processor time.
    env: { GOGC: 'off', GOMEMLIMIT: '3GiB' },
    failure: 'tsc found problems',
  })
  await child(...tool('knip/bin/knip.js', '--no-progress'), { failure: 'knip found what nothing uses' })
}

async function step(heading, work) {
  say(`\n== ${heading}`)
  const begin = performance.now()
  const result = await work()
  say(`   ${((performance.now() - begin) / 1000).toFixed(1)} s`)
  return result
}

/** Runs tests in a fresh process; returns what the reporter (tests/support/run/progress.ts) wrote. */
async function vitest(env, args) {
  const folder = mkdtempSync(join(tmpdir(), 'fundesk-test-'))
  const summary = join(folder, 'summary.json')
  const reporter = './tests/support/run/progress.ts'
  try {
    await child(...tool('vitest/vitest.mjs', 'run', `--reporter=${reporter}`, ...args), {
      env: { ...env, TEST_SUMMARY: summary },
      failure: 'The tests did not run to their end',
    }).catch((error) => {
      // Vitest also exits with an error when tests fail: the summary says which.
      if (!existsSync(summary)) throw error
    })
    return JSON.parse(readFileSync(summary, 'utf8'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Runs failures again, alone and in a fresh process: first only the test, then its whole file, as it may depend on
 * earlier tests in the file.
 */
async function again(failures, env) {
  if (failures.length > HICCUPS) return { unsteady: [], broken: failures }
  const unsteady = []
  const broken = []
  for (const failure of failures) {
    const { file, name } = failure
    const tries = [name === null ? [file] : [file, '--testNamePattern', `^${escaped(name)}$`], [file]]
    let passes = false
    for (const [at, args] of tries.entries()) {
      if (passes || file === '') break
      const heading = `Again, alone: ${file}${args.length > 1 ? `: ${name}` : ''}`
      const { passed, failures: left } = await step(heading, () =>
        vitest({ ...env, TEST_ALL: '1', TEST_ATTEMPT: String(at + 2) }, args),
      )
      passes = passed > 0 && left.length === 0
    }
    ;(passes ? unsteady : broken).push(failure)
  }
  return { unsteady, broken }
}

function escaped(name) {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function tell({ passed, skipped, files }, unsteady, broken) {
  say('\n== Slowest files')
  for (const { file, seconds } of files.sort((a, b) => b.seconds - a.seconds).slice(0, 10))
    say(`${seconds.toFixed(1).padStart(8)} s  ${file}`)
  list('UNSTEADY: failed, then passed alone', unsteady)
  list('FAILED', broken)
  if (unsteady.length + broken.length > 0) say(`\nErrors, pictures and traces are in ${failuresFolder}`)
  const isSkipped = skipped > 0 ? `, ${skipped} skipped` : ''
  say(`\n${passed + unsteady.length} passed, ${broken.length} failed${isSkipped}`)
}

function list(heading, failures) {
  if (failures.length === 0) return
  say(`\n== ${heading}`)
  for (const { file, name, text } of failures) say(`${file}: ${name ?? 'the whole file'}\n${text}\n`)
}
