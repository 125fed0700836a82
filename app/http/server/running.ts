import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Which version of Fundesk is running; read at the start, as the files may be replaced while it runs. */
export interface Running {
  /** "0.1.0" */
  version: string
  /** Of the checkout, where it is one. */
  commit: string | null
  builtAt: Date | null
  startedAt: Date
  /** The newest migration, which the start applied: "0007_budget_scope", and how many there are. */
  migration: { name: string; count: number } | null
  node: string
}

/**
 * What the checkout says about itself; parts that cannot be read are left out.
 * @param project the checkout
 */
export function readRunning(project: string, now: Date): Running {
  const { version = '' } = (json(join(project, 'package.json')) ?? {}) as { version?: string }
  const journal = json(join(project, 'db/migrations/meta/_journal.json')) as {
    entries?: { tag: string }[]
  } | null
  const migrations = journal?.entries ?? []
  const newest = migrations.at(-1)
  const built = join(project, 'build/server/main.js')
  return {
    version,
    commit: commitOf(project),
    builtAt: existsSync(built) ? statSync(built).mtime : null,
    startedAt: now,
    migration: newest ? { name: newest.tag, count: migrations.length } : null,
    node: process.version,
  }
}

/** The commit that .git/HEAD leads to, without the git program, which may not be installed. */
function commitOf(project: string): string | null {
  const git = join(project, '.git')
  const head = text(join(git, 'HEAD'))?.trim() ?? ''
  const [, ref] = /^ref: (refs\/[\w./-]+)$/.exec(head) ?? []
  if (!ref || ref.includes('..')) return hashIn(head)
  const packed = text(join(git, 'packed-refs'))
    ?.split('\n')
    .find((line) => line.endsWith(` ${ref}`))
  return hashIn(text(join(git, ref)) ?? packed ?? '')
}

const hashIn = (line: string) => /^[0-9a-f]{40,64}/.exec(line.trim())?.[0] ?? null

function text(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function json(path: string): unknown {
  try {
    return JSON.parse(text(path) ?? 'null')
  } catch {
    return null
  }
}
