import { navCalendar } from '~/domain/navs/nav-calendar-table.server'
import { entityEventDays } from '~/domain/processes/definitions/entity-event-days.server'
import { entityEvents } from '~/domain/processes/definitions/entity-events.server'
import { entityProcesses } from '~/domain/processes/definitions/entity-processes.server'
import { processTasks } from '~/domain/processes/definitions/process-tasks.server'
import { processTypes } from '~/domain/processes/definitions/process-types.server'
import { DomainError } from '~/domain/values/domain-error'
import { accountPlan } from './definitions/account-plan.server'
import { authorisationRules } from './definitions/authorisation-rules.server'
import { benchmarkLevels } from './definitions/benchmark-levels.server'
import { clientValidators } from './definitions/client-validators.server'
import { currencies } from './definitions/currencies.server'
import { exchangeRates, holidays } from './definitions/dated.server'
import { funds } from './definitions/funds.server'
import { kpiComments } from './definitions/kpi-comments.server'
import { legalEntities } from './definitions/legal-entities.server'
import { mappings } from './definitions/mappings.server'
import { reasons } from './definitions/reasons.server'
import { shareClasses } from './definitions/share-classes.server'
import { signatories } from './definitions/signatories.server'
import { expenseTypes, routineTypes } from './definitions/types.server'
import type { EditableTable } from './editable-table.server'

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
