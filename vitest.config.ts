import { defineConfig } from 'vitest/config'
import { aloneModules } from './app/start/alone'

const here = new URL('.', import.meta.url).pathname
const resolve = { alias: { '~': `${here}app`, db: `${here}db`, tests: `${here}tests` } }
const patience = { testTimeout: 90_000, hookTimeout: 120_000 }

/** Long stories, races, hostile and random input, what takes seconds: npm run test:all runs them too. */
const thorough = process.env.TEST_ALL ? [] : ['**/*.all.test.*']

export default defineConfig({
  test: {
    // Each worker is a process of its own, so that one test's crash or worker threads are nobody else's.
    pool: 'forks',
    maxWorkers: 2,
    teardownTimeout: 20_000,
    projects: [
      {
        resolve,
        plugins: [aloneModules()],
        test: {
          ...patience,
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/e2e/**', 'node_modules/**', ...thorough],
          globalSetup: ['tests/support/postgres/global-setup.ts'],
          setupFiles: ['tests/support/random-inputs.ts'],
          pool: 'forks',
          maxWorkers: 2,
        },
      },
      {
        resolve,
        plugins: [aloneModules()],
        test: {
          name: 'browser',
          include: ['tests/e2e/**/*.test.{ts,tsx}'],
          exclude: ['node_modules/**', ...thorough],
          globalSetup: ['tests/support/browser/global-setup.ts'],
          testTimeout: 240_000,
          hookTimeout: 180_000,
          pool: 'forks',
          // Each worker has a site of its own: what one file leaves is seen by the next, never by one beside it.
          maxWorkers: 2,
          // What is expected of a page has as long as what is done on it: two sites share the machine.
          expect: { poll: { timeout: 30_000 } },
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
