import { currency } from 'db/schema/lookups'
import { authorisationRule } from 'db/schema/signatures'
import { asc } from 'drizzle-orm'
import { RULE_FIELDS } from '~/areas/authorisation-matrix/matrix-columns'
import { entityName } from '~/areas/reference-data/entity-name.server'
import { entityOptions } from '~/platform/tables/entity-options.server'
import { idColumn } from '~/platform/tables/id-column'
import { lookupTable } from '~/platform/tables/lookup-table.server'
import { textOf } from '~/platform/tables/table-column'
import { showAmount, showDay } from '~/platform/values/show'
import { waitingTable } from './waiting-table.server'

const { currency: inCurrency, amountFrom, amountTo, rule, validFrom, validTo } = RULE_FIELDS

const table = lookupTable({
  name: 'authorisation-rules',
  title: 'Authorisation rules',
  one: 'authorisation rule',
  about: 'Which signatures a client asks for which amounts; every change waits for a team leader',
  table: authorisationRule,
  key: ['id'],
  fields: {
    legalEntityId: idColumn('Legal entity', 'no legal entity'),
    ...{ currency: inCurrency, amountFrom, amountTo, rule, validFrom, validTo },
  },
  more: {
    legalEntityId: { fixed: true, width: 260 },
    currency: { kind: 'choice', fixed: true, width: 90 },
    amountFrom: { fixed: true, hint: 'Gross, and part of the band.', decimals: 2, width: 130 },
    amountTo: { hint: 'Gross, and part of the band; blank is without limit.', decimals: 2, width: 130 },
    rule: { hint: 'A: one of class A. A+A: two of class A. A+B: one of A, one of B.', width: 90 },
    validFrom: { fixed: true },
    validTo: { hint: 'Last day; blank is without end.' },
  },
  order: [
    { column: 'legalEntityId', descending: false },
    { column: 'validFrom', descending: false },
    { column: 'currency', descending: false },
    { column: 'amountFrom', descending: false },
  ],
  labelOf: (row) =>
    `${textOf(row.currency)} from ${showAmount(textOf(row.amountFrom))}, valid from ${showDay(textOf(row.validFrom))}`,
  async options(read) {
    const codes = await read.select({ code: currency.code }).from(currency).orderBy(asc(currency.code))
    return {
      legalEntityId: await entityOptions(read),
      currency: codes.map(({ code }) => ({ value: code, label: code })),
    }
  },
  unique: ['amountFrom', 'legalEntityId', 'currency', 'validFrom'],
  uses: [],
  instead: '',
})

/** How many signatures, of which class, a client's matrix asks for an amount. */
export const authorisationRules = waitingTable(table, 'authorisation rule', async (read, row) => {
  const text = (field: string) => (row[field] == null ? null : String(row[field]))
  return {
    legalEntity: await entityName(read, Number(row.legalEntityId)),
    currency: text('currency'),
    validFrom: text('validFrom'),
    amountFrom: text('amountFrom'),
    validTo: text('validTo'),
    amountTo: text('amountTo'),
    rule: text('rule'),
  }
})
