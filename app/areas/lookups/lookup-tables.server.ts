import { entityEventDays } from '~/areas/processes/definitions/entity-event-days.server'
import { entityEvents } from '~/areas/processes/definitions/entity-events.server'
import { entityProcesses } from '~/areas/processes/definitions/entity-processes.server'
import { processTasks } from '~/areas/processes/definitions/process-tasks.server'
import { processTypes } from '~/areas/processes/definitions/process-types.server'
import type { EditableTable } from '~/platform/tables/editable-table.server'
import { DomainError } from '~/platform/values/domain-error'
import { accountPlan } from './account-plan-table.server'
import { authorisationRules } from './authorisation-rules-table.server'
import { benchmarkLevels } from './benchmark-levels-table.server'
import { clientValidators } from './client-validators-table.server'
import { currencies } from './currencies-table.server'
import { exchangeRates, holidays } from './dated-table.server'
import { funds } from './funds-table.server'
import { kpiComments } from './kpi-comments-table.server'
import { legalEntities } from './legal-entities-table.server'
import { mappings } from './mappings-table.server'
import { navCalendar } from './nav-calendar-table.server'
import { reasons } from './reasons-table.server'
import { shareClasses } from './share-classes-table.server'
import { signatories } from './signatories-table.server'
import { expenseTypes, routineTypes } from './types-table.server'

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
