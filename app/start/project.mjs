import { fileURLToPath } from 'node:url'

/** The checkout's folder, without a slash at the end. */
export const project = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** A failure that the user at the terminal can act on: shown as one sentence, without a stack. */
export class StartError extends Error {
  name = 'StartError'
}

/** Runs a start script: expected failures become one line on stderr and exit code 1. */
export async function run(script) {
  try {
    await script()
  } catch (error) {
    // The built server has its own class of this name.
    const expected = error?.name === 'StartError'
    process.stderr.write(`${expected ? error.message : (error?.stack ?? error)}\n`)
    process.exit(1)
  }
}
