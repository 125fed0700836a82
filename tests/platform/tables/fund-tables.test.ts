import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { lookupTableNamed } from '~/areas/lookups/lookup-tables.server'
import { WHOLE } from '~/platform/lists/list'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'
import { lookupTables, refusal } from '../../support/platform/tables/verbs'

const site = await opened(testSite())
const tables = await lookupTables(site)
await tables.create('currencies', { code: 'EUR', name: 'Euro' })
await tables.create('holidays', { calendar: 'LU', date: '2026-12-25', name: 'Christmas' })

const fund = (row: Record<string, unknown> = {}) => ({
  code: 'OAK01',
  name: 'Oak World Equities',
  currency: 'EUR',
  type: 'EQUITY',
  regime: 'UCITS',
  provider: 'FIA',
  clientValidation: false,
  accountant: 'accountant1',
  ...row,
})
const fieldsOf = async (run: Promise<unknown>) => (await refusal(run)).options.fields
const keyOf = async (table: string, field: string, value: unknown) =>
  (await tables.load(table)).find((row) => row[field] === value)?.key ?? ''

test('a fund is created, with the lists its fields are chosen from', async () => {
  const { row } = await tables.create('funds', fund({ calendar: 'LU' }))
  expect(row).toMatchObject({ code: 'OAK01', accountant: 'accountant1', calendar: 'LU', legalEntityId: null })
  for (const [given, field] of [
    [{ code: 'OAK01' }, 'code'],
    [{ code: 'OAK02', currency: 'ZMW' }, 'currency'],
    [{ code: 'OAK02', accountant: 'nobody' }, 'accountant'],
    [{ code: 'OAK02', calendar: 'MARS' }, 'calendar'],
    [{ code: 'OAK02', benchmark: 'Unheard of' }, 'benchmark'],
    [{ code: 'OAK02', controlSet: 'FIA 4' }, 'controlSet'],
    [{ code: 'OAK02', controlSet: 'MFFA' }, 'controlSet'],
    [{ code: 'OAK02', yearEnd: '31/02' }, 'yearEnd'],
    [{ code: 'OAK02', legalEntityId: 999_999 }, 'legalEntityId'],
    [{ code: 'OAK02', type: 'CRYPTO' }, 'type'],
    [{ code: '', name: '' }, 'code'],
  ] as const)
    expect(Object.keys((await fieldsOf(tables.create('funds', fund(given)))) ?? {})).toContain(field)
  expect(await fieldsOf(tables.update('funds', row.key, { code: 'OAK9' }))).toHaveProperty('code')
})

test('a fund has one reference class, and a class ends after it begins', async () => {
  const fundId = Number(await keyOf('funds', 'code', 'OAK01'))
  const shared = { fundId, name: 'A (acc)', currency: 'EUR', decimals: 2, hedged: false }
  await tables.create('share-classes', { ...shared, code: 'OAK01-A', reference: true })
  expect(
    await fieldsOf(tables.create('share-classes', { ...shared, code: 'OAK01-B', reference: true })),
  ).toEqual({
    reference:
      'OAK01-A is already the reference class of this fund, and a fund has only one. Untick it there first.',
  })
  const odd = { code: 'OAK01-B', activeFrom: '2026-05-01', activeTo: '2026-04-30', reference: false }
  expect(await fieldsOf(tables.create('share-classes', { ...shared, ...odd }))).toEqual({
    activeTo: '30/04/2026 is before active from 01/05/2026.',
  })
  const nine = { ...shared, code: 'OAK01-B', decimals: 9, reference: false }
  expect(await fieldsOf(tables.create('share-classes', nine))).toHaveProperty('decimals')
  const dear = { ...shared, code: 'OAK01-B', managementFee: '-1', reference: false }
  expect(await fieldsOf(tables.create('share-classes', dear))).toHaveProperty('managementFee')
  expect(await tables.find('share-classes', 'OAK01-A')).toMatchObject({ managementFee: '0' })
  // It stays the reference class after renaming.
  expect((await tables.update('share-classes', 'OAK01-A', { name: 'A' })).what).toBe('changed')
})

test('a fund has a fee schedule: a rate, an amount or neither, from a day', async () => {
  const { row: changed } = await tables.update('funds', await keyOf('funds', 'code', 'OAK01'), {
    controlSet: 'fia 3',
    yearEnd: '30/09',
  })
  expect(changed).toMatchObject({ controlSet: 'FIA 3', yearEnd: '09-30' })
  expect((await tables.events())[0]?.log).toBe(
    'Funds OAK01: changed; Set "" → "FIA 3"; Year end "" → "30/09"',
  )
  const fundId = Number(changed.id)
  const fee = { fundId, accountPrefix: '611', validFrom: '2026-01-01', days: 'ACT' }
  const { row } = await tables.create('fee-schedule', { ...fee, rate: '1.2500' })
  expect(row).toMatchObject({ ...fee, validTo: null, rate: '1.25', amount: null })
  expect((await tables.events())[0]?.log).toMatch(
    /^Fee schedule OAK01 Oak World Equities 611 01\/01\/2026: new; .*Rate "1.25"/,
  )
  for (const [given, field] of [
    [{}, 'validFrom'],
    [{ accountPrefix: '612', validTo: '2025-12-31' }, 'validTo'],
    [{ accountPrefix: '612', rate: '1', amount: '100' }, 'amount'],
    [{ accountPrefix: '612', rate: '-1' }, 'rate'],
    [{ accountPrefix: '612', days: '366' }, 'days'],
    [{ accountPrefix: 'fees' }, 'accountPrefix'],
  ] as const)
    expect(Object.keys((await fieldsOf(tables.create('fee-schedule', { ...fee, ...given }))) ?? {})).toEqual([
      field,
    ])
  expect((await tables.update('fee-schedule', row.key, { rate: null, amount: '12000' })).row).toMatchObject({
    rate: null,
    amount: '12000',
  })
  const used = await refusal(tables.delete('funds', changed.key))
  expect(used.message).toMatch(/used by 1 share class and 1 fee of its schedule and cannot be deleted/)
  expect((await tables.delete('fee-schedule', row.key)).what).toBe('deleted')
})

test('a new NAV date starts the workflow of the NAV; its limits are later', async () => {
  const fundId = Number(await keyOf('funds', 'code', 'OAK01'))
  const { row } = await tables.create('nav-calendar', {
    fundId,
    navDate: '2026-11-30',
    maxPrebalanceDate: '2026-12-02',
    maxSendingDate: '2026-12-04',
  })
  expect(await site.stateOf(Number(row.id))).toBe('TO CONTROL (ACCOUNTANT)')
  expect(await fieldsOf(tables.create('nav-calendar', { fundId, navDate: '2026-11-30' }))).toHaveProperty(
    'navDate',
  )
  expect(await fieldsOf(tables.update('nav-calendar', row.key, { maxSendingDate: '2026-12-01' }))).toEqual({
    maxSendingDate: '01/12/2026 is before the max prebalance date 02/12/2026.',
  })
  expect(await fieldsOf(tables.update('nav-calendar', row.key, { maxPrebalanceDate: '2026-11-29' }))).toEqual(
    {
      maxPrebalanceDate: '29/11/2026 is before the NAV date 30/11/2026.',
    },
  )
  expect(await fieldsOf(tables.update('nav-calendar', row.key, { navDate: '2026-11-27' }))).toHaveProperty(
    'navDate',
  )
  const { row: later } = await tables.update('nav-calendar', row.key, { maxSendingDate: '2026-12-07' })
  expect(later).toMatchObject({ navDate: '2026-11-30', maxSendingDate: '2026-12-07' })
})

test('a NAV date may have cut-off times for the days it has', async () => {
  const fundId = Number(await keyOf('funds', 'code', 'OAK01'))
  const day = { fundId, navDate: '2026-12-31', maxSendingDate: '2027-01-08' }
  const { row } = await tables.create('nav-calendar', { ...day, maxSendingTime: '9.30' })
  expect(row).toMatchObject({ maxSendingTime: '09:30', maxPrebalanceTime: null })
  expect(await fieldsOf(tables.update('nav-calendar', row.key, { maxSendingTime: '25:00' }))).toHaveProperty(
    'maxSendingTime',
    expect.stringMatching(/"25:00" is not a time of day \(hh:mm, such as 17:30\)/),
  )
  expect(await fieldsOf(tables.update('nav-calendar', row.key, { maxPrebalanceTime: '17:00' }))).toEqual({
    maxPrebalanceTime: 'Give the max prebalance date that this time is on, or clear the time.',
  })
  const { row: whole } = await tables.update('nav-calendar', row.key, { maxSendingTime: null })
  expect(whole).toMatchObject({ maxSendingTime: null, maxSendingDate: '2027-01-08' })
  await tables.delete('nav-calendar', whole.key)
})

test('an unused NAV date can be deleted, and its chain says by whom', async () => {
  const key = await keyOf('nav-calendar', 'navDate', '2026-11-30')
  expect((await tables.delete('nav-calendar', key)).what).toBe('deleted')
  expect(await tables.find('nav-calendar', key)).toBeNull()
  expect(await site.stateOf(Number(key))).toBe('CANCELLED (SYSTEM)')
  const events = await site.ownerSql`
    select name, who_name, log from workflow_event where object_id = ${Number(key)} order by seq`
  expect([...events].at(-1)).toMatchObject({ name: 'delete date', who_name: site.actor('admin').fullName })
})

test('a date with controls cannot be deleted', async () => {
  const made = await site.addFund({})
  await site.control('accountant1', made)
  const refused = await refusal(tables.delete('nav-calendar', String(made.navId)))
  expect(refused.message).toMatch(
    /^NAV date .* is used by 1 control and .*cannot be deleted\. A team leader can cancel its NAV in NAV Controls\.$/,
  )
  expect(await site.stateOf(made.navId)).toBe('CONTROLLED (ACCOUNTANT)')
  const used = await refusal(tables.delete('funds', await keyOf('funds', 'code', made.model.fundCode)))
  expect(used.message).toMatch(/share class.* and 2 dates of its NAV calendar and cannot be deleted/)
})

test('the NAV calendar and the benchmark levels are paged by the database, with filters and sorting', async () => {
  const calendar = lookupTableNamed('nav-calendar').list?.(contextOf({ read: site.read }))
  const page = await calendar?.page({ ...WHOLE, sort: [{ column: 'navDate', descending: true }], size: 1 })
  expect(page?.total).toBe(2)
  const rows = await tables.load('nav-calendar')
  expect(page?.rows[0]).toEqual(rows[0])
  const code = { column: 'fundId', operator: 'contains' as const, values: ['no such fund'] }
  expect((await calendar?.page({ ...WHOLE, filters: [code] }))?.total).toBe(0)
  for (const [benchmark, date] of [
    ['Oak Index', '2026-10-30'],
    ['Oak Index', '2026-11-30'],
    ['An Index', '2026-11-30'],
  ])
    await tables.create('benchmark-levels', { benchmark, date, level: '123.4500' })
  const levels = lookupTableNamed('benchmark-levels').list?.(contextOf({ read: site.read }))
  const november = { column: 'date', operator: 'equals' as const, values: ['2026-11-30'] }
  const all = await levels?.page({
    ...WHOLE,
    filters: [november],
    sort: [{ column: 'benchmark', descending: true }],
  })
  expect(all?.rows.map(({ key, level }) => `${key} ${level}`)).toEqual([
    'Oak%20Index~2026-11-30 123.45',
    'An%20Index~2026-11-30 123.45',
  ])
})

test('KPI comments: one value per domain, and a used one cannot be deleted', async () => {
  const taken = await fieldsOf(
    tables.create('kpi-comments', { domain: 'nav', value: 'PRICES LATE', freeCommentRequired: false }),
  )
  expect(taken).toEqual({
    value: 'There is already a KPI comment "PRICES LATE" for nav. Change that one.',
  })
  const { row } = await tables.create('kpi-comments', {
    domain: 'NAV',
    value: 'Strike at the exchange',
    freeCommentRequired: true,
  })
  expect(Number(row.id)).toBeGreaterThan(100)
  expect((await tables.delete('kpi-comments', row.key)).what).toBe('deleted')
  await site.ownerSql`insert into kpi_comment_entry (object_id, method_id, comment_id, log, user_id, at)
    values (1001, 1, 3, '', ${site.actor('admin').id}, now())`
  expect((await refusal(tables.delete('kpi-comments', '3'))).message).toMatch(/used by 1 KPI explained/)
})

test('the account plan accepts numeric prefixes and the known classes', async () => {
  await tables.create('account-plan', { prefix: '991', accountClass: 'suspense' })
  const { row } = await tables.create('account-plan', {
    prefix: '695',
    accountClass: 'Results',
    side: 'both',
  })
  expect(row).toMatchObject({ accountClass: 'results', side: 'both' })
  expect(
    await fieldsOf(tables.create('account-plan', { prefix: '993', accountClass: 'cash', side: 'left' })),
  ).toHaveProperty('side')
  expect(
    await fieldsOf(tables.create('account-plan', { prefix: '99x', accountClass: 'cash' })),
  ).toHaveProperty('prefix')
  expect(
    await fieldsOf(tables.create('account-plan', { prefix: '992', accountClass: 'toys' })),
  ).toHaveProperty('accountClass')
  expect(
    await fieldsOf(tables.create('account-plan', { prefix: '991', accountClass: 'cash' })),
  ).toHaveProperty('prefix')
})

test('an entity has a management company other than itself, and neither can be deleted while linked', async () => {
  const company = await tables.create('legal-entities', { name: 'Oak Management SA', kind: 'COMPANY' })
  const companyId = Number(company.row.id)
  const its = { name: 'Oak SICAV', kind: 'FUND', managementCompanyId: companyId, calendar: 'LU' }
  const { row } = await tables.create('legal-entities', its)
  expect(row).toMatchObject({ managementCompanyId: companyId, calendar: 'LU' })
  const own = await fieldsOf(
    tables.update('legal-entities', company.row.key, { managementCompanyId: companyId }),
  )
  expect(own).toEqual({ managementCompanyId: 'An entity is not its own management company.' })
  const other = tables.update('legal-entities', company.row.key, { managementCompanyId: Number(row.id) })
  expect(await fieldsOf(other)).toHaveProperty('managementCompanyId')
  expect((await refusal(tables.delete('legal-entities', company.row.key))).message).toMatch(
    /used by 1 entity that it manages/,
  )
  await tables.update('funds', await keyOf('funds', 'code', 'OAK01'), { legalEntityId: Number(row.id) })
  expect((await refusal(tables.delete('legal-entities', row.key))).message).toMatch(/used by 1 fund/)
})

test('everything is in intact chains', async () => {
  expect(await verifyAudit(site.read, 'unused')).toMatchObject({ broken: null })
})
