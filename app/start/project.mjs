import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The checkout's folder, without a slash at the end. */
export const project = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** A failure that the user at the terminal can act on: shown as one sentence, without a stack. */
export class StartError extends Error {
  name = 'StartError'
}

/**
 * Removes empty variables, which count as not set: Compose and systemd pass on what has no value, and libraries of ours
 * would take it for one.
 */
export function dropEmpty(env) {
  for (const [name, value] of Object.entries(env)) if (value.trim() === '') delete env[name]
}

/** Runs a start script: expected failures become one line on stderr and exit code 1. */
export async function run(script) {
  dropEmpty(process.env)
  try {
    await script()
  } catch (error) {
    // The built server has its own class of this name.
    const expected = error?.name === 'StartError'
    process.stderr.write(`${expected ? error.message : (error?.stack ?? error)}\n`)
    process.exit(1)
  }
}

/**
 * Runs a program in the project's folder and waits for it. A signal to this process first ends the child. With `quiet`,
 * output is shown only when the program fails.
 * @throws StartError with `failure` as its text
 */
export function child(command, args, { env, quiet = false, failure, onStart = () => {} }) {
  return new Promise((resolve, reject) => {
    const running = spawn(command, args, {
      cwd: project,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    })
    let said = ''
    running.stdout?.on('data', (part) => (said += part))
    running.stderr?.on('data', (part) => (said += part))
    let asked
    const end = (signal) => {
      asked = signal
      running.kill(signal)
    }
    process.on('SIGINT', end).on('SIGTERM', end)
    const over = () => process.off('SIGINT', end).off('SIGTERM', end)
    running.on('spawn', () => onStart(running.pid))
    running.on('error', (error) => {
      over()
      reject(new StartError(`${failure}: ${error.message}`))
    })
    running.on('close', (code, signal) => {
      over()
      if (asked) process.exit(asked === 'SIGINT' ? 130 : 143)
      if (code === 0) return resolve()
      reject(new StartError(`${said}${said ? '\n' : ''}${failure} (${signal ?? `exit code ${code}`}).`))
    })
  })
}
