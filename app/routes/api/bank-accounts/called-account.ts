import { bankAccountsTable } from '~/areas/bank-accounts/bank-accounts-table.server'
import { entityOfAccount } from '~/areas/bank-accounts/stored-accounts.server'
import { entityName } from '~/areas/reference-data/entity-name.server'
import { numberValue } from '~/http/calls/values'
import type { Guarded } from '~/http/guard'
import type { EditableTable } from '~/platform/tables/editable-table.server'
import { type CalledRow, calledRow } from '~/platform/tables/routes/row-calls'
import type { SentRow } from '~/platform/tables/routes/row-shapes'
import { DomainError } from '~/platform/values/domain-error'

/** Of no entity: its columns and keys are those of every entity's accounts. */
const ANY = bankAccountsTable(0, 'UTC')

/**
 * A bank account as a call brings it, and the accounts of its entity: that of `entityId`, else that of the account whose
 * id is given. A key is '' for a new one.
 * @throws DomainError invalid without an entity, not-found for an entity or an account that there is not
 */
export async function calledAccount(
  guarded: Guarded,
  request: Request,
  body: SentRow,
): Promise<CalledRow & { table: EditableTable }> {
  const called = calledRow(guarded, request, ANY, body)
  const { entityId: given, id, ...posted } = called.posted
  const key = called.key !== '' ? called.key : isNothing(id) ? '' : String(id)
  const entityId = isNothing(given) ? await entityWith(guarded, key) : idGiven(given)
  await entityName(guarded.read, entityId)
  return { ...called, key, posted, table: bankAccountsTable(entityId, guarded.services.settings.timeZone) }
}

const isNothing = (value: unknown) => value === undefined || value === null || value === ''

async function entityWith({ read }: Guarded, key: string): Promise<number> {
  const found = /^[1-9]\d{0,8}$/.test(key) ? await entityOfAccount(read, Number(key)) : null
  if (found !== null) return found
  if (key === '') throw wrong('Say whose account it is: give "entityId", the id of a legal entity.')
  throw new DomainError(
    'not-found',
    `There is no bank account ${key.slice(0, 20)}. It was deleted, or the id is wrong.`,
  )
}

function idGiven(given: unknown): number {
  const id = numberValue.safeParse(given)
  if (id.success) return id.data
  throw wrong('Give "entityId", the id of a legal entity.')
}

const wrong = (message: string) =>
  new DomainError('invalid', message, { fields: { entityId: 'Give the id of a legal entity.' } })
