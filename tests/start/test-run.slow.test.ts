import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkout } from 'tests/support/postgres/throwaway'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'fundesk-planted-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** `npm test` with only the named files of tests/support/run/planted. */
function runPlanted(names: string[], planted = 'without a database') {
  const { TEST_ALL, TEST_DEMO, VITEST, NODE_OPTIONS, ...env } = process.env
  const { status, stdout } = spawnSync(
    process.execPath,
    ['app/start/test.mjs', ...names.map((name) => `tests/support/run/planted/${name}`)],
    {
      cwd: checkout,
      env: { ...env, TEST_PLANTED: planted, TEST_FAILURES: folder },
      encoding: 'utf8',
    },
  )
  return { status, output: stdout }
}

test('a failure that passes alone is reported as unsteady; one that also fails alone is red, at once and at the end', () => {
  const { status, output } = runPlanted(['hiccup', 'broken', 'alone'])
  expect([status, output]).toEqual([1, expect.stringMatching(/\n3 passed, 3 failed/)])
  const [begin = '', rest = ''] = output.split('== UNSTEADY')
  const [unsteady = '', failed = ''] = rest.split('== FAILED')
  expect(unsteady).toContain('a test (that fails) once\n    AssertionError')
  expect(unsteady).toContain('a test that also needs what stands before it\n    AssertionError')
  const first = readdirSync(folder).find((each) => each.startsWith('hiccup-')) ?? ''
  expect(readFileSync(join(folder, first, 'attempt-1/failure.txt'), 'utf8')).toContain('AssertionError')
  expect(begin).toContain('✗ tests/support/run/planted/broken.test.ts: a test that always fails')
  expect(failed).toContain('a test that always fails')
  expect(failed).toContain('planted before all')
  expect(failed).toContain('a test in a separate process that always fails')
}, 240_000)

test('a failing page leaves its picture and its trace; the run is green, as it passes alone', () => {
  const { status, output } = runPlanted(['page'], 'with a site')
  expect([status, output]).toEqual([0, expect.stringMatching(/\n1 passed, 0 failed\n$/)])
  expect(output.split('== UNSTEADY')[1]).toContain('a page that is as expected at the second try')
  const [page = ''] = readdirSync(folder).filter((each) => each.startsWith('page-'))
  expect(readdirSync(join(folder, page, 'attempt-1')).sort()).toEqual([
    'failure.txt',
    'page-1.html',
    'page-1.png',
    'trace.zip',
  ])
}, 240_000)
