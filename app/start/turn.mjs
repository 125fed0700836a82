import { randomUUID } from 'node:crypto'
import {
  accessSync,
  constants,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { StartError } from './project.mjs'

const BEAT_MS = 2_000
const DEAD_AFTER_MS = 15_000

/**
 * Runs `work` while no other process runs work of the same name in the same folder; waits for its turn.
 *
 * Each process writes its own ticket, and the only live ticket in the folder has the turn; a process that sees another
 * live ticket removes its own and tries again. Any process removes the tickets of dead ones. As no two processes share
 * a ticket's name, this can never remove a live one.
 *
 * `work` gets `watch(pid)`, for a child that must also be dead before the turn is over: a killed parent must not pass
 * the turn on while its installer is still writing.
 */
export async function inTurn(folder, name, work, onWait = () => {}) {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw new StartError(
      `${folder} cannot be written to (${error.code}); start once as the user who owns this folder.`,
    )
  }
  const ticket = join(folder, `${name}.${process.pid}.${randomUUID()}.ticket`)
  const lay = (child) => {
    const draft = `${ticket}.draft`
    writeFileSync(
      draft,
      JSON.stringify({ host: hostname(), processes: [process.pid, child].filter(Boolean).map(identity) }),
    )
    renameSync(draft, ticket)
  }
  let waited = false
  for (;;) {
    lay()
    if (!others(folder, name, ticket)) break
    rmSync(ticket, { force: true })
    if (!waited) onWait()
    waited = true
    await wait(100 + Math.random() * 200)
  }
  const beat = setInterval(() => {
    const now = new Date()
    utimesSync(ticket, now, now)
  }, BEAT_MS)
  const leave = () => rmSync(ticket, { force: true })
  process.once('exit', leave)
  try {
    return await work({ watch: lay })
  } finally {
    clearInterval(beat)
    process.off('exit', leave)
    leave()
  }
}

/** Removes tickets of dead processes; returns whether a live one other than `mine` is left. */
function others(folder, name, mine) {
  let living = false
  for (const file of readdirSync(folder)) {
    const path = join(folder, file)
    if (!file.startsWith(`${name}.`) || !file.endsWith('.ticket') || path === mine) continue
    if (lives(path)) living = true
    else rmSync(path, { force: true })
  }
  return living
}

function lives(path) {
  try {
    const { host, processes } = JSON.parse(readFileSync(path, 'utf8'))
    if (host === hostname())
      return processes.some(({ pid, started }) => identity(pid).started === started && runs(pid))
    return Date.now() - statSync(path).mtimeMs < DEAD_AFTER_MS
  } catch {
    return false
  }
}

/** A process's id and, where the system provides it, its start time: ids are reused after a while. */
function identity(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return { pid, started: stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] }
  } catch {
    return { pid, started: null }
  }
}

function runs(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
