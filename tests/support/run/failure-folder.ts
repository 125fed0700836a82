import { createHash } from 'node:crypto'
import { basename, join } from 'node:path'

/**
 * The folder for the evidence of a failed test: its error, pictures, traces.
 * @param name of the test; null for a whole file
 */
export function failureFolder(file: string, name: string | null): string {
  const { TEST_FAILURES = '.cache/failures', TEST_ATTEMPT = '1' } = process.env
  const mark = createHash('sha256').update(`${file} ${name}`).digest('hex').slice(0, 8)
  return join(
    TEST_FAILURES,
    `${basename(file).replace(/\.test\.tsx?$/, '')}-${mark}`,
    `attempt-${TEST_ATTEMPT}`,
  )
}
