import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { TestError, UserConsoleLog } from 'vitest'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'
import { failureFolder } from './failure-folder'

/** The outcome of one run of tests, as app/start/test.mjs reads it. */
export interface Summary {
  passed: number
  skipped: number
  failures: Failure[]
  files: { file: string; seconds: number }[]
}

/** A failed test, or a file whose tests could not all run. */
export interface Failure {
  project: string
  file: string
  /** As `--testNamePattern` compares it; null for a whole file. */
  name: string | null
  text: string
}

/** Prints each test file when it ends, and each failure at once; writes the summary to the file TEST_SUMMARY. */
export default class Progress implements Reporter {
  readonly #summary: Summary = { passed: 0, skipped: 0, failures: [], files: [] }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result()
    if (state === 'passed') this.#summary.passed += 1
    if (state === 'skipped') this.#summary.skipped += 1
    if (state === 'failed') this.#fail(test.module, nameOf(test), errors)
  }

  onTestModuleEnd(module: TestModule): void {
    const errors = [...module.children.allSuites(), module].flatMap((suite) => suite.errors())
    if (errors.length > 0) this.#fail(module, null, errors)
    const { duration, collectDuration } = module.diagnostic()
    const seconds = (duration + collectDuration) / 1_000
    const file = module.relativeModuleId
    this.#summary.files.push({ file, seconds })
    const tests = [...module.children.allTests()].length
    say(`${module.ok() ? '✓' : '✗'} ${file} (${tests} tests, ${seconds.toFixed(1)} s)`)
  }

  onUserConsoleLog({ content }: UserConsoleLog): void {
    process.stdout.write(content)
  }

  onTestRunEnd(_: readonly TestModule[], errors: readonly SerializedError[]): void {
    for (const error of errors) {
      const file = String(error.VITEST_TEST_PATH ?? '')
      // Nothing else says where it comes from.
      const text = indented([error])
      say(`✗ outside any test${file && `, while ${file} ran`}\n${text}`)
      this.#summary.failures.push({ project: '', file, name: null, text })
    }
    if (process.env.TEST_SUMMARY) writeFileSync(process.env.TEST_SUMMARY, JSON.stringify(this.#summary))
  }

  #fail(module: TestModule, name: string | null, errors: readonly TestError[]): void {
    const file = module.relativeModuleId
    const text = textOf(errors)
    say(`✗ ${file}${name ? `: ${name}` : ''}\n${text}\n`)
    this.#summary.failures.push({ project: module.project.name, file, name, text })
    const folder = failureFolder(file, name)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'failure.txt'), stripVTControlCharacters(text))
  }
}

const say = (text: string) => process.stdout.write(`${text}\n`)

/** Including the names of its suites. */
function nameOf(test: TestCase): string {
  const names = [test.name]
  for (let above = test.parent; above.type === 'suite'; above = above.parent) names.unshift(above.name)
  return names.join(' ')
}

/** Without the steps inside libraries. */
const textOf = (errors: readonly TestError[]) => indented(errors).replace(/^ +at .*node_modules.*\n?/gm, '')

function indented(errors: readonly TestError[]): string {
  return errors
    .map(({ stack, message, diff }) => [stack || message, diff].filter(Boolean).join('\n'))
    .join('\n\n')
    .replace(/^/gm, '    ')
}
