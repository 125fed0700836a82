import { checkFormat, type Format, type Part } from '~/platform/formats/format'
import { KIND_TABLES, type Kind } from '~/platform/formats/kinds'
import { headingsOf } from '../workbooks/find-table'
import type { FormatVersion } from '../workbooks/read-by-format'
import { FUNDESK } from './fundesk'

const FACTS = {
  'Fund code': { label: ['Fund code'] },
  'NAV date': { label: ['NAV date'] },
  'Fund currency': { label: ['Fund currency'] },
  'Fund name': { label: ['Fund name'] },
}

/** Total rows; of the built-in layout itself their code counts, too, which no pattern can say. */
const TOTALS = ['Total', 'Total *', 'Total:*', 'Subtotal', 'Subtotal *', 'Subtotal:*']

const KEYS_OF_TOTALS: Partial<Record<Kind, Pick<Part, 'keyOfTotals'>>> = {
  BALANCE: { keyOfTotals: 'Account number' },
  INVENTORY: { keyOfTotals: 'Instrument code' },
}

function tableOf(kind: Kind) {
  const columns = KIND_TABLES[kind].columns.map(({ name, needed }) => {
    const isNeeded = needed || ['Subtype', 'Price', 'Price date'].includes(name)
    return [name, { headings: headingsOf(name), ...(isNeeded ? {} : { maybe: true }) }] as const
  })
  const part = {
    within: 30,
    columns: Object.fromEntries(columns),
    ...(kind === 'NAV' ? {} : { skip: TOTALS }),
  }
  return { kind, facts: FACTS, parts: [part] }
}

/** The layout as JSON: a beginning for formats that differ little from it. */
export const FUNDESK_JSON = {
  code: FUNDESK,
  name: 'Fundesk’s own layout',
  provider: null,
  from: '2000-01-01',
  to: null,
  files: 3,
  tables: (['NAV', 'BALANCE', 'INVENTORY'] as const).map(tableOf),
}

/** The same, ready to read files. */
export function fundeskFormat(): FormatVersion {
  const checked = checkFormat(FUNDESK_JSON)
  if ('faults' in checked) throw new Error(`The built-in format is not valid: ${checked.faults[0]?.what}`)
  const tables = checked.format.tables.map((table) => ({
    ...table,
    parts: table.parts.map((part) => ({ ...part, ...KEYS_OF_TOTALS[table.kind] })),
  }))
  const format: Format = { ...checked.format, tables }
  return { code: FUNDESK, version: 1, format }
}
