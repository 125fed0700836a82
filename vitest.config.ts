import { defineConfig, type UserWorkspaceConfig } from 'vitest/config'
import { aloneModules } from './app/start/alone.mjs'
import { LongestFirst } from './tests/support/run/longest-first'
import './tests/support/run/sources.mjs'

const here = new URL('.', import.meta.url).pathname

/** Long stories, races, hostile and random input: npm run test:all runs them too. */
const slow = process.env.TEST_ALL ? [] : ['**/*.slow.test.*']

/** They change what a process has only once (its environment, its modules), or measure its memory. */
const alone = [
  'tests/areas/access/log-in.test.ts',
  'tests/areas/account/sign-on/login-throttle.slow.test.ts',
  // The library of .xls remembers the number formats of every workbook that its process has read, and writes them.
  'tests/db/seed/samples.slow.test.ts',
  'tests/http/hostile/attacks.slow.test.ts',
  'tests/http/server/watching.slow.test.ts',
  'tests/http/uploads/crowded-uploads.slow.test.ts',
  'tests/http/uploads/upload-line.slow.test.ts',
]

const sources = {
  plugins: [aloneModules()],
  resolve: { alias: { '~': `${here}app`, db: `${here}db`, tests: `${here}tests` } },
}
const loading = {
  // The application is loaded by Node itself: Vite would need five times as long for its thousand modules.
  server: { deps: { external: [new RegExp(`^${here}(app/|db/|tests/support/run/sources)`)] } },
  deps: { interopDefault: false },
  sequence: { setupFiles: 'list' as const },
}

/**
 * Node's loader for the application, first. It is no option of the processes (execArgv), as each of their threads would take
 * half a second for it.
 */
const loader = 'tests/support/run/sources.mjs'

/** Test files of a project share their processes, and with them the application, its threads, servers and browsers. */
const project = (test: NonNullable<UserWorkspaceConfig['test']>): UserWorkspaceConfig => ({
  ...sources,
  test: {
    ...loading,
    pool: 'forks',
    maxWorkers: 2,
    isolate: false,
    // Hundreds of files leave a large heap: a larger nursery spares most of its collections.
    execArgv: ['--max-semi-space-size=64'],
    setupFiles: [loader, 'tests/support/random-inputs.ts'],
    testTimeout: 90_000,
    hookTimeout: 120_000,
    ...test,
  },
})

const browser: NonNullable<UserWorkspaceConfig['test']> = {
  setupFiles: [loader, 'tests/support/browser/setup.ts'],
  testTimeout: 240_000,
  hookTimeout: 180_000,
  // What is expected of a page has as long as what is done on it: two sites share the machine.
  expect: { poll: { timeout: 30_000 } },
}

const planted = 'tests/support/run/planted'

/** Failures for the test of the run itself (tests/start/test-run). */
const PLANTED = [
  project({ name: 'planted', include: [`${planted}/{broken,hiccup}.test.ts`] }),
  project({ name: 'planted alone', include: [`${planted}/alone.test.ts`], isolate: true }),
  project({ name: 'planted browser', include: [`${planted}/page.test.ts`], ...browser }),
]

const PROJECTS = [
  project({
    name: 'unit',
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**', 'tests/support/**', ...alone, ...slow],
  }),
  project({
    name: 'alone',
    include: alone,
    exclude: slow,
    isolate: true,
    execArgv: [],
  }),
  project({
    name: 'browser',
    include: ['tests/e2e/**/*.test.{ts,tsx}'],
    exclude: slow,
    ...browser,
  }),
]

export default defineConfig({
  ...sources,
  test: {
    ...loading,
    globalSetup: ['tests/support/run/global-setup.ts'],
    sequence: { sequencer: LongestFirst, setupFiles: 'list' },
    teardownTimeout: 20_000,
    // Each project costs the start of a run a third of a second: those of the planted failures run without the others.
    projects: process.env.TEST_PLANTED ? PLANTED : PROJECTS,
  },
})
