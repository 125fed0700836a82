import { readFileSync } from 'node:fs'
import { seedBase } from 'db/seed/base/seed-base'
import { makeSamples, SAMPLE_ERRORS } from 'db/seed/samples/make'
import { opened } from 'tests/support/opened'
import { testDatabase } from 'tests/support/postgres/database'
import { checkout } from 'tests/support/postgres/throwaway'
import { openThreads } from 'tests/support/threads'
import { expect, test } from 'vitest'
import { workOf } from '~/areas/access/user-work.server'
import { runImport } from '~/areas/reference-import/run-import.server'

const NOW = new Date('2026-11-20T09:00:00Z')

const { workers } = openThreads()

const database = await opened(testDatabase())
await database.transaction((tx) => seedBase(tx, NOW))

const first = await makeSamples()

const stored = (path: string) => new Uint8Array(readFileSync(`${checkout}public/samples/${path}`))

test('the published samples are those the command writes, byte for byte', () => {
  for (const { path, bytes } of first)
    expect(Buffer.compare(stored(path), bytes), `${path}: run npm run samples`).toBe(0)
})

test('making the samples twice gives the same bytes, each file under 96 KB', async () => {
  expect(await makeSamples()).toEqual(first)
  expect(first.map(({ path }) => path)).toEqual([
    'fia3-good/ARV03_NAV_20261030.xlsx',
    'fia3-good/ARV03_Balance_20261030.xlsx',
    'fia3-good/ARV03_Inventory_20261030.xlsx',
    'fia3-faulty/COR06_NAV_20261030.xlsx',
    'fia3-faulty/COR06_Balance_20261030.xlsx',
    'fia3-faulty/COR06_Inventory_20261030.xlsx',
    'fia2/PEN01_NAV_20261030.xlsx',
    'fia2/PEN01_Balance_20261030.xlsx',
    'mffa/BRU02_BalanceSheet_20261030.xlsx',
    'mffa/BRU02_NavPack_20261030.xlsx',
    ...Object.keys(SAMPLE_ERRORS).flatMap((set) =>
      ['NAV', 'Balance', 'Inventory'].map((name) => `${set}/ARV03_${name}_20261030.xlsx`),
    ),
    'formats/trustee/Valuation_ARV01_20261030.xls',
    'formats/trustee/format.json',
    'formats/csv-set/NOR05_Fondspreis_20261030.csv',
    'formats/csv-set/NOR05_Saldenliste_20261030.csv',
    'formats/csv-set/NOR05_Bestand_20261030.csv',
    'formats/csv-set/format.json',
    'formats/umbrella/Arvensis_SICAV_20261030.xlsx',
    'formats/umbrella/format.json',
    'matching.xlsx',
    'reference.xlsx',
    'invoices/e-invoice.pdf',
    'invoices/wrong-totals.pdf',
    'invoices/without-xml.pdf',
    'invoices/e-invoice.xml',
    'README.txt',
  ])
  for (const { bytes } of first) expect(bytes.byteLength).toBeLessThan(96 * 1024)
})

test('the reference workbook makes a small site, and importing it again changes nothing', async () => {
  const settings = { timeZone: 'Europe/Luxembourg' }
  const services = { database, workers, clock: () => NOW, settings }
  const file = { name: 'reference.xlsx', bytes: stored('reference.xlsx') }
  const report = await runImport(workOf(services, null), services, file, { dryRun: false })
  expect(report.sheets).toHaveLength(25)
  expect(report.sheets.filter(({ rows, inserted, unchanged }) => inserted + unchanged !== rows)).toEqual([])
  const [made] = await database.ownerSql`
    select (select count(*)::int from fund) as funds, (select count(*)::int from share_class) as classes,
      (select count(*)::int from fund_nav) as navs, (select count(*)::int from app_user) as users,
      (select count(*)::int from bank_account) as accounts,
      (select count(*)::int from entity_process) as runs,
      (select count(*)::int from process_task where ends_with is null) as tasks`
  expect(made).toEqual({ funds: 3, classes: 6, navs: 12, users: 5, accounts: 3, runs: 3, tasks: 7 })

  const again = await runImport(workOf(services, null), services, file, { dryRun: false })
  expect(again.changes).toEqual([])
})
