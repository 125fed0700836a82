import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type TestDatabase, testDatabase } from 'tests/support/postgres/database'
import { THREADS } from 'tests/support/threads'
import { vi } from 'vitest'
import type { CommandContext } from '~/commands/site'

export interface CommandLine extends TestDatabase {
  /** A folder for files passed to commands. */
  folder: string
  /** Runs a command as app/start does; returns the exit code and the lines of both outputs. */
  run(command: Command, args: string[]): Promise<{ code: number; out: string[]; err: string[] }>
  close(): Promise<void>
}

type Command = (args: string[], context: CommandContext) => Promise<number>

const checkout = fileURLToPath(new URL('../../..', import.meta.url))

/** A site in its own database, named in DATABASE_URL. */
export async function commandLine(): Promise<CommandLine> {
  const database = await testDatabase()
  const project = mkdtempSync(join(tmpdir(), 'fundesk-command-'))
  symlinkSync(join(checkout, 'db'), join(project, 'db'))
  mkdirSync(join(project, 'build/server'), { recursive: true })
  writeFileSync(join(project, 'build/server/worker.js'), `import ${JSON.stringify(THREADS.workers.href)}\n`)
  writeFileSync(join(project, 'package.json'), '{"type":"module"}')
  vi.stubEnv('DATABASE_URL', database.url)
  vi.stubEnv('DATABASE_OWNER_URL', database.ownerUrl)
  vi.stubEnv('SESSION_SECRET', 'a secret of tests with more than 32 characters')
  vi.stubEnv('AUDIT_KEY', 'a key of tests with more than 32 characters')
  vi.stubEnv('INIT_CWD', project)
  return {
    ...database,
    folder: project,
    async run(command, args) {
      const out = capture(process.stdout)
      const err = capture(process.stderr)
      try {
        const code = await command(args, { project, say: () => {} })
        return { code, out: out.lines(), err: err.lines() }
      } finally {
        out.restore()
        err.restore()
      }
    },
    async close() {
      vi.unstubAllEnvs()
      rmSync(project, { recursive: true, force: true })
      await database.close()
    },
  }
}

function capture(stream: NodeJS.WriteStream) {
  let text = ''
  const spy = vi.spyOn(stream, 'write').mockImplementation((chunk) => {
    text += String(chunk)
    return true
  })
  return { lines: () => text.split('\n').filter((line) => line !== ''), restore: () => spy.mockRestore() }
}
