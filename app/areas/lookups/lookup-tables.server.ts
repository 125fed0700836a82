import { entityEventDays, entityEvents } from '~/areas/processes/definitions/event-tables.server'
import {
  entityProcesses,
  processTasks,
  processTypes,
} from '~/areas/processes/definitions/process-tables.server'
import type { EditableTable } from '~/platform/tables/editable-table.server'
import { DomainError } from '~/platform/values/domain-error'
import { kpiComments, mappings, reasons } from './code-tables.server'
import { clientValidators, expenseTypes, legalEntities, routineTypes } from './entity-tables.server'
import { accountPlan, feeSchedule, funds, navCalendar, shareClasses } from './fund-tables.server'
import { authorisationRules, signatories } from './matrix-tables.server'
import { benchmarkLevels, currencies, exchangeRates, holidays } from './rate-tables.server'

/** The tables of Administration, Lookups, by title. */
export const LOOKUP_TABLES: readonly EditableTable[] = [
  accountPlan,
  authorisationRules,
  benchmarkLevels,
  holidays,
  clientValidators,
  currencies,
  entityEventDays,
  entityEvents,
  entityProcesses,
  exchangeRates,
  expenseTypes,
  feeSchedule,
  funds,
  kpiComments,
  legalEntities,
  mappings,
  navCalendar,
  processTasks,
  processTypes,
  reasons,
  routineTypes,
  shareClasses,
  signatories,
]

/** The lookup table of a name in an address. @throws DomainError not-found */
export function lookupTableNamed(name: string | undefined): EditableTable {
  const table = LOOKUP_TABLES.find((each) => each.name === name)
  if (!table)
    throw new DomainError('not-found', 'There is no such table. Choose one under Administration, Lookups.')
  return table
}
