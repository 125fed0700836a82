import type { Read } from 'db/doors'
import { bankAccountsTable } from '~/domain/bank-accounts/bank-accounts-table.server'
import { defaultEntity } from '~/domain/bank-accounts/default-entity.server'
import { entityOfAccount } from '~/domain/bank-accounts/stored-accounts.server'
import type { EditableTable } from '~/domain/lookups/tables/editable-table.server'
import { entityName } from '~/domain/signatures/entity-name.server'
import { DomainError } from '~/domain/values/domain-error'
import type { Guarded, RouteArgs } from '~/http/guard'

/** Whose bank accounts an address shows. */
export interface ShownEntity {
  id: number
  name: string
  /** The page opens with it. */
  isDefault: boolean
}

/**
 * The entity that an address names, else that of the account that it opens, else the default one; null when there is
 * none. @throws DomainError not-found for one that there is not
 */
export async function shownEntity(
  read: Read,
  { request, params }: Pick<RouteArgs, 'request' | 'params'>,
): Promise<ShownEntity | null> {
  const preset = await defaultEntity(read)
  const named = new URL(request.url).searchParams.get('entity')
  const id = named === null ? await entityOpened(read, params.key) : idNamed(named)
  if (id === null) return preset && { ...preset, isDefault: true }
  return { id, name: await entityName(read, id), isDefault: id === preset?.id }
}

/** The accounts among which the popup of an account opens: those of its own entity, whatever the list below shows. */
export async function accountsTable(
  { read, services }: Pick<Guarded, 'read' | 'services'>,
  args: Pick<RouteArgs, 'request' | 'params'>,
): Promise<EditableTable> {
  const { timeZone } = services.settings
  const opened = await entityOpened(read, args.params.key)
  if (opened !== null) return bankAccountsTable(opened, timeZone)
  const shown = await shownEntity(read, args)
  if (shown) return bankAccountsTable(shown.id, timeZone)
  throw new DomainError('not-found', 'Choose a legal entity on the page Bank Accounts first.')
}

function entityOpened(read: Read, key: string | undefined): Promise<number | null> {
  return key !== undefined && /^[1-9]\d{0,8}$/.test(key)
    ? entityOfAccount(read, Number(key))
    : Promise.resolve(null)
}

function idNamed(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new DomainError('not-found', 'There is no such legal entity. Choose one on the page Bank Accounts.')
}
