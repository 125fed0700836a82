import { countryNote } from '~/areas/bank-accounts/account'
import type { Fault } from '~/platform/tables/fault'
import type { ReadSheet } from './read-sheet'

/** Numbers of bank accounts, as `numberOf` names them, that a row must not have. */
export interface KnownAccounts {
  numberOf(values: { legalEntity: string; iso3Currency: string; iban: string }): string
  /** Those of waiting changes of accounts that have other numbers still, by number. */
  taken: ReadonlySet<string>
}

/** No row has a number that a waiting change gives to another account; a bank of another country is noted. */
export function checkAccounts(
  sheet: ReadSheet,
  { numberOf, taken }: KnownAccounts,
): { faults: Fault[]; notes: string[] } {
  const faults: Fault[] = []
  const notes: string[] = []
  for (const { row, values } of sheet.rows) {
    const { legalEntity, iso3Currency, bic, iban } = values
    if (typeof iban !== 'string') continue // its faulty cell is told already
    if (typeof bic === 'string') {
      const note = countryNote({ bic, iban })
      if (note !== null) notes.push(`Sheet "${sheet.name}", row ${row}: look again, ${note}.`)
    }
    if (typeof legalEntity !== 'string' || typeof iso3Currency !== 'string') continue
    if (taken.has(numberOf({ legalEntity, iso3Currency, iban })))
      faults.push({
        sheet: sheet.name,
        row,
        column: sheet.columns.get('iban') ?? 1,
        what: `"${iban}" waits already as the new number of another account of ${legalEntity}; have that change decided first`,
      })
  }
  return { faults, notes }
}
