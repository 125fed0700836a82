import { DomainError } from '~/domain/values/domain-error'
import { authorisationRules } from './definitions/authorisation-rules.server'
import { clientValidators } from './definitions/client-validators.server'
import { currencies } from './definitions/currencies.server'
import { exchangeRates, holidays } from './definitions/dated.server'
import { legalEntities } from './definitions/legal-entities.server'
import { mappings } from './definitions/mappings.server'
import { reasons } from './definitions/reasons.server'
import { signatories } from './definitions/signatories.server'
import { expenseTypes, routineTypes } from './definitions/types.server'
import type { EditableTable } from './editable-table.server'

/** The tables of Administration, Lookups, by title. */
export const LOOKUP_TABLES: readonly EditableTable[] = [
  authorisationRules,
  holidays,
  clientValidators,
  currencies,
  exchangeRates,
  expenseTypes,
  legalEntities,
  mappings,
  reasons,
  routineTypes,
  signatories,
]

/** The lookup table of a name in an address. @throws DomainError not-found */
export function lookupTableNamed(name: string | undefined): EditableTable {
  const table = LOOKUP_TABLES.find((each) => each.name === name)
  if (!table)
    throw new DomainError('not-found', 'There is no such table. Choose one under Administration, Lookups.')
  return table
}
