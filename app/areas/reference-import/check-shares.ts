import { keyOf, type ShareSheet } from '~/areas/lookups/sheets'
import type { Fault } from '~/platform/tables/cell-text'
import type { Values } from '~/platform/tables/column'
import { textOf } from '~/platform/tables/table-column'
import { showDay } from '~/platform/values/show'
import type { ReadReference, ReadSheet } from './read-reference'

/** Shares of the site as they will be when all waiting changes are approved, and the entity of each fund. */
export interface StoredShares {
  shares: Readonly<Record<ShareSheet, readonly Values[]>>
  entityOf: ReadonlyMap<string, string | null>
}

/**
 * The workbook with the codes of funds where a list names them as pages do, "ARV01 World Equities", so that an exported
 * list can be imported.
 */
export function withFundCodes(reference: ReadReference, stored: ReadonlySet<string>): ReadReference {
  const own = reference.sheets.get('Funds')?.rows.map(({ values }) => textOf(values.code)) ?? []
  const codes = new Set([...stored, ...own])
  const sheets = new Map(reference.sheets)
  for (const name of ['Expense accounts', 'Allocation keys'] as const) {
    const sheet = sheets.get(name)
    if (!sheet) continue
    const rows = sheet.rows.map((row) => {
      const named = row.values.fundCode
      const code = typeof named === 'string' && !codes.has(named) ? (named.split(' ')[0] ?? '') : ''
      return codes.has(code) ? { ...row, values: { ...row.values, fundCode: code } } : row
    })
    sheets.set(name, { ...sheet, rows })
  }
  return { ...reference, sheets }
}

/** Of one entity, or of one sub-fund, only one share applies on a day; a key is that of a fund of the entity. */
export function checkShares(
  name: ShareSheet,
  sheet: ReadSheet | undefined,
  known: StoredShares,
  funds: ReadSheet | undefined,
): Fault[] {
  if (!sheet) return []
  const faults: Fault[] = []
  const entityOf = new Map(known.entityOf)
  for (const { values } of funds?.rows ?? [])
    if (typeof values.code === 'string') entityOf.set(values.code, textOf(values.legalEntity) || null)
  // The sheet's version of a share replaces the stored one, wherever it is in the sheet.
  const inSheet = new Set(sheet.rows.map(({ values }) => keyOf(name, values)))
  const seen = known.shares[name].filter((share) => !inSheet.has(keyOf(name, share)))
  for (const { row, values } of sheet.rows) {
    // A faulty cell is reported already, and the row's value is unknown.
    if ([...sheet.columns.keys()].some((field) => !(field in values))) continue
    const at = (field: string, what: string) =>
      faults.push({ sheet: sheet.name, row, column: sheet.columns.get(field) ?? 1, what })
    const { legalEntity, fundCode, validFrom, validTo } = values
    if (typeof validTo === 'string' && validTo < textOf(validFrom))
      at('validTo', `${showDay(validTo)} is before valid from ${showDay(textOf(validFrom))}`)
    const entity = typeof fundCode === 'string' ? entityOf.get(fundCode) : legalEntity
    if (entity !== undefined && entity !== legalEntity)
      at(
        'fundCode',
        `"${textOf(fundCode)}" is a fund of ${entity ?? 'no entity'}, not of ${textOf(legalEntity)}`,
      )
    const other = seen.find((each) => overlap(each, values))
    if (other)
      at(
        'validFrom',
        `overlaps with ${textOf(other.share)} % valid from ${showDay(textOf(other.validFrom))}: only one share can apply on a day`,
      )
    seen.push(values)
  }
  return faults
}

function overlap(one: Values, other: Values): boolean {
  const begins = (a: Values, b: Values) =>
    textOf(b.validTo) === '' || textOf(a.validFrom) <= textOf(b.validTo)
  return (
    one.legalEntity === other.legalEntity &&
    (one.fundCode ?? null) === (other.fundCode ?? null) &&
    begins(one, other) &&
    begins(other, one)
  )
}
