import type { Read } from 'db/database'
import { appUser, pendingChange, uxFunction } from 'db/schema/access'
import { clientValidator, currency, fund, legalEntity, shareClass } from 'db/schema/lookups'
import { workflowStep } from 'db/schema/workflow'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { wishedEntries } from '~/areas/authorisation-matrix/matrix-entries.server'
import { numbersTaken, sheetNumber } from '~/areas/bank-accounts/sheet-accounts.server'
import { knownProcesses } from '~/areas/processes/definitions/known-processes.server'
import { calendarOptions } from '~/platform/tables/options.server'
import { validatorKey } from './check-matrix'
import type { Known } from './check-reference'

/** What rows of a workbook may refer to without bringing it along. */
export async function knownReference(read: Read): Promise<Known> {
  const [funds, entities, users, waiting, functions, steps, classes] = await Promise.all([
    read.select({ code: fund.code }).from(fund),
    read.select({ name: legalEntity.name }).from(legalEntity),
    read.select({ name: appUser.userName }).from(appUser),
    read
      .select({ name: pendingChange.target })
      .from(pendingChange)
      .where(and(isNull(pendingChange.decision), eq(pendingChange.kind, 'user'))),
    read.select({ id: uxFunction.id }).from(uxFunction).orderBy(asc(uxFunction.uxSortOrder)),
    read
      .select({ from: workflowStep.fromQueue, to: workflowStep.toQueue, acting: workflowStep.actingQueue })
      .from(workflowStep),
    read
      .select({ code: shareClass.code, fundCode: fund.code, reference: shareClass.reference })
      .from(shareClass)
      .innerJoin(fund, eq(fund.id, shareClass.fundId)),
  ])
  const { firstName, lastName } = clientValidator
  const validators = await read
    .select({ legalEntity: legalEntity.name, firstName, lastName })
    .from(clientValidator)
    .innerJoin(legalEntity, eq(legalEntity.id, clientValidator.legalEntityId))
  return {
    fundCodes: new Set(funds.map(({ code }) => code)),
    entityNames: new Set(entities.map(({ name }) => name)),
    userNames: new Set([...users, ...waiting].map(({ name }) => name)),
    functionIds: new Set(functions.map(({ id }) => id)),
    queues: new Set(
      steps.flatMap(({ from, to, acting }) => (from === null ? [to, acting] : [from, to, acting])),
    ),
    classes,
    validators: new Set(validators.map(validatorKey)),
    currencies: new Set((await read.select({ code: currency.code }).from(currency)).map(({ code }) => code)),
    processes: await knownProcesses(read),
    calendars: new Set((await calendarOptions(read)).map(({ value }) => value)),
    accounts: { numberOf: sheetNumber, taken: await numbersTaken(read) },
    matrix: {
      'authorisation rule': await wishedEntries(read, 'authorisation rule'),
      signatory: await wishedEntries(read, 'signatory'),
    },
  }
}
