import { opened } from 'tests/support/opened'
import { testDatabase } from 'tests/support/postgres/database'
import { expect, test } from 'vitest'
import { pendingChanges } from '~/platform/approvals/pending-changes.server'
import { faultsOf, importsInto } from '../../support/areas/reference-import/imports-into'
import { type Book, date, goodBook, type Rows } from '../../support/areas/reference-import/reference-book'

const site = await opened(testDatabase())
const imports = await importsInto(site)
await imports.run(goodBook())

const HEADER = goodBook()['Authorisation matrix']?.[0] ?? []
const ENTITY = 'Alder Fund SICAV'
const book = (...rows: Rows): Book => ({ 'Authorisation matrix': [HEADER, ...rows] })
const rule = (
  from: string,
  to: string | null,
  asked: string | null,
  validTo: string | null = null,
): Rows[0] => [ENTITY, date('2026-01-01'), validTo, 'EUR', from, to, asked, null, null, null]
const person = (
  signatoryClass: string | null,
  firstName: string | null,
  lastName: string | null,
): Rows[0] => [ENTITY, date('2028-01-01'), null, null, null, null, null, signatoryClass, firstName, lastName]

test('changed rows are pending for a team leader, others are unchanged', async () => {
  const report = await imports.run(book(rule('0', '5000', 'A'), rule('5000.01', null, 'A+A')))
  expect(report.sheets).toMatchObject([{ sheet: 'Authorisation matrix', rows: 2, waiting: 1, unchanged: 1 }])
  expect(report.changes).toMatchObject([
    {
      key: 'Alder Fund SICAV 2026-01-01 EUR 5000.01',
      waits: true,
      fields: [{ field: 'Rule', before: 'A+B', after: 'A+A' }],
    },
  ])
  expect(await pendingChanges(site.read)).toMatchObject([
    { kind: 'authorisation rule', before: { rule: 'A+B' }, after: { rule: 'A+A' } },
  ])
  const again = await imports.run(book(rule('5000.01', null, 'A+A')))
  expect([again.changes, again.sheets[0]?.waiting]).toEqual([[], 1])
  const [stored] = await site.ownerSql`select rule from authorisation_rule where amount_from = 5000.01`
  expect(stored?.rule).toBe('A+B')
})

const AT = 'Authorisation matrix!'
const overlap = 'two rules of one entity and currency cannot cover the same amount on the same day'
test.each<[Rows, string[]]>([
  [[rule('0', '5000', null)], [`${AT}G2: Rule is blank: the row is a rule`]],
  [[rule('0', '5000', 'B')], [`${AT}G2: "B" is not one of A, A+A, A+B`]],
  [[rule('-1', '5', 'A')], [`${AT}E2: "-1" is below zero`]],
  [[rule('9', '5', 'A')], [`${AT}F2: 5.00 is below amount from 9.00`]],
  [[rule('0', '5000', 'A', '31/12/2025')], [`${AT}C2: 31/12/2025 is before valid from 01/01/2026`]],
  [
    [rule('100', '200', 'A')],
    [`${AT}E2: overlaps with the rule from 0.00 to 5,000.00 EUR, valid from 01/01/2026: ${overlap}`],
  ],
  [
    [rule('0', '99.99', 'A'), rule('100', '200', 'A'), rule('200', '300', 'A')],
    [`${AT}E4: overlaps with the rule from 100.00 to 200.00 EUR, valid from 01/01/2026: ${overlap}`],
  ],
  [
    [rule('0', '5000', 'A'), rule('0', '10', 'A')],
    [`${AT}A3: "Alder Fund SICAV 2026-01-01 EUR 0" is already in row 2`],
  ],
  [[person('A', null, 'Reuter')], [`${AT}I2: First name is blank: the row is a signatory`]],
  [[person(null, 'Paul', 'Reuter')], [`${AT}H2: Signatory class is blank: the row is a signatory`]],
  [
    [person('A', 'Nobody', 'Known')],
    [
      `${AT}J2: "Nobody Known" is not a client validator of Alder Fund SICAV in the sheet Client validators or on this site`,
    ],
  ],
  [
    [[...rule('900000', null, 'A').slice(0, 7), 'A', null, null]],
    [`${AT}H2: Signatory class must be blank: the row is a rule`],
  ],
  [
    [['Nowhere SA', ...rule('0', '5', 'A').slice(1)]],
    [`${AT}A2: "Nowhere SA" is not a legal entity in the sheet Legal entities or on this site`],
  ],
])('%j: %j', async (rows, faults) => {
  expect(await faultsOf(imports.run(book(...rows)))).toEqual(faults)
})

test('a signatory may be a client validator from the same workbook', async () => {
  const validators: Rows = [
    ['Legal entity', 'First name', 'Last name'],
    [ENTITY, 'New', 'Person'],
  ]
  const report = await imports.run({ ...book(person('B', 'New', 'Person')), 'Client validators': validators })
  expect(report.sheets.map(({ sheet, inserted, waiting }) => [sheet, inserted, waiting])).toEqual([
    ['Client validators', 1, 0],
    ['Authorisation matrix', 0, 1],
  ])
})
