import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bookFile, goodBook } from 'tests/support/areas/reference-import/reference-book'
import { opened } from 'tests/support/opened'
import { expect, test } from 'vitest'
import importCommand from '~/commands/import'
import { commandLine } from '../support/commands/command-line'

const line = await opened(commandLine())
const good = await bookFile(goodBook())
writeFileSync(join(line.folder, 'good.xlsx'), good.bytes)
const bad = await bookFile({
  Benchmarks: [
    ['Benchmark', 'Date', 'Level'],
    ['MSCI', 'tomorrow', -1],
  ],
})
writeFileSync(join(line.folder, 'bad.xlsx'), bad.bytes)

const count = async () => (await line.ownerSql`select count(*) from fund`)[0]?.count

test('a dry run lists every change and stores nothing', async () => {
  const { code, out, err } = await line.run(importCommand, ['good.xlsx', '--dry-run'])
  expect(err).toEqual([])
  expect(out).toContain('Exchange rates, row 2, USD 2026-11-19 (new): Rate "0.8643"')
  expect(out.at(-1)).toBe('good.xlsx: dry run, nothing was saved.')
  expect(code).toBe(0)
  expect(await count()).toBe('0')
})

test('a workbook path is relative to the user’s current folder', async () => {
  const { code, out } = await line.run(importCommand, ['good.xlsx'])
  expect(out).toContain('Funds: 2 new, 0 changed, 0 as before')
  expect(out.at(-1)).toBe('good.xlsx was imported.')
  expect(code).toBe(0)
  expect(await count()).toBe('2')
})

test('errors go to stderr, one per line, and the exit code is 1', async () => {
  const { code, out, err } = await line.run(importCommand, ['bad.xlsx'])
  expect(out).toEqual([])
  expect(err).toEqual([
    'Nothing was imported: 2 errors were found. Correct them and import the workbook again.',
    'Benchmarks!B2: "tomorrow" is not a date (dd/MM/yyyy, dd.MM.yyyy or yyyy-MM-dd)',
    'Benchmarks!C2: "-1" is not above zero',
  ])
  expect(code).toBe(1)
})

test('a missing file is named', async () => {
  const { code, err } = await line.run(importCommand, ['nowhere.xlsx'])
  expect(err).toEqual(['nowhere.xlsx cannot be read: there is no such file.'])
  expect(code).toBe(1)
})

test('wrong usage prints the usage', async () => {
  for (const args of [
    [],
    ['a.xlsx', 'b.xlsx'],
    ['a.xlsx', '--force'],
    ['a.xlsx', '--sender', 'TA'],
    ['--sources'],
    ['--sources', 'a.csv', '--kind', 'NOTES'],
  ]) {
    const { code, err } = await line.run(importCommand, args)
    expect(err[0]).toMatch(/^Use: npm run import -- FILE \[--dry-run\]/)
    expect(code).toBe(2)
  }
})

test('files of other parties are read on trial, and then stored', async () => {
  const text = 'Fund code;Date;Account;Currency;Balance\nARV01;09/11/2026;1;EUR;5\nNONE;09/11/2026;1;EUR;5'
  writeFileSync(join(line.folder, 'cash.csv'), text)
  const stored = async () => (await line.ownerSql`select count(*)::int from source_file`)[0]?.count
  const args = ['--sources', 'cash.csv', '--sender', 'BANK-A']
  const trial = await line.run(importCommand, [...args, '--dry-run'])
  expect([trial.err, trial.out[0], trial.out.at(-1)]).toEqual([
    [],
    'cash.csv: CASH from BANK-A: 2 rows of 2 funds, 1 day',
    'Dry run, nothing was saved.',
  ])
  expect(await stored()).toBe(0)
  expect((await line.run(importCommand, args)).code).toBe(0)
  expect(await stored()).toBe(1)
})
