import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkout } from 'tests/support/postgres/throwaway'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import backup from '~/commands/backup'
import { REFUSED, WRONG_USE } from '~/commands/site'

const context = { project: checkout, say: () => {} }

function errors(): string[] {
  const lines: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  return lines
}

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

test('a checkout without a database has nothing to back up, and gets no database by asking', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fundesk-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  vi.stubEnv('DATABASE_URL', '')
  vi.stubEnv('FUNDESK_DATA', join(folder, 'data'))
  const said = errors()
  expect(await backup([join(folder, 'monday')], context)).toBe(REFUSED)
  expect(said.join('')).toContain('There is no database to back up')
  expect(readdirSync(folder)).toEqual([])
})

test('a backup needs the name of one folder', async () => {
  const said = errors()
  expect(await backup([], context)).toBe(WRONG_USE)
  expect(await backup(['a', 'b'], context)).toBe(WRONG_USE)
  expect(said).toHaveLength(2)
  expect(existsSync('a')).toBe(false)
})
