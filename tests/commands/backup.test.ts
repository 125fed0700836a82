import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backUpOfDay } from 'db/embedded/backup'
import { checkout } from 'tests/support/postgres/throwaway'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import backup from '~/commands/backup'
import { DONE, REFUSED, WRONG_USE } from '~/commands/site'

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
  for (const args of [[], ['a', 'b'], ['--check'], ['--other']])
    expect(await backup(args, context)).toBe(WRONG_USE)
  expect(said.join('')).toContain('Use: npm run backup -- FOLDER, which does not exist yet')
  expect(existsSync('a')).toBe(false)
})

test('backups are listed, newest first, and halves of them are not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fundesk-backups-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const said = errors()
  expect(await backup(['--list', folder], context)).toBe(REFUSED)
  expect(said.join('')).toContain('There is no backup in')
  const add = (name: string, at: string) => {
    const label = join(folder, name, 'data/backup_label')
    mkdirSync(join(folder, name, 'data'), { recursive: true })
    writeFileSync(label, '')
    utimesSync(label, new Date(at), new Date(at))
  }
  add('fundesk-2026-11-27', '2026-11-27T02:00:00Z')
  add('fundesk-2026-11-28', '2026-11-28T02:01:00Z')
  add('fundesk-2026-11-29.half', '2026-11-29T02:01:00Z')
  mkdirSync(join(folder, 'something else'))
  const lines: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  expect(await backup(['--list', folder], context)).toBe(DONE)
  expect(lines).toEqual([
    '2026-11-28 02:01 UTC  fundesk-2026-11-28\n',
    '2026-11-27 02:00 UTC  fundesk-2026-11-27\n',
  ])
})

test('a day gets one backup, and the oldest of ours go; what others keep there stays', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fundesk-backups-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'monday'))
  const make = vi.fn(async (to: string) => {
    mkdirSync(to)
  })
  const daily = { folder, kept: 2, make }
  for (const day of ['2026-11-27', '2026-11-28', '2026-11-29'])
    expect(await backUpOfDay(daily, day)).toBe(`fundesk-${day}`)
  expect(await backUpOfDay(daily, '2026-11-29')).toBeNull()
  expect(make).toHaveBeenCalledTimes(3)
  expect(readdirSync(folder).sort()).toEqual(['fundesk-2026-11-28', 'fundesk-2026-11-29', 'monday'])
})

test('what is no backup is not checked, and says what to do instead', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fundesk-backups-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'monday.dump'), '')
  const said = errors()
  expect(await backup(['--check', folder], context)).toBe(REFUSED)
  expect(await backup(['--check', join(folder, 'monday.dump')], context)).toBe(REFUSED)
  expect(said.join('')).toMatch(
    /is no backup: it has no data\/backup_label[\s\S]*is a file\. "npm run backup" makes folders/,
  )
})
