import { redirect } from '@remix-run/node'
import type { Read } from 'db/database'
import { entityName, type LegalEntityRow } from '~/areas/reference-data/entities.server'
import { offered, withEntityIds } from '~/areas/reference-data/find-entities.server'
import { sameSearch } from '~/http/address'
import type { Guarded, RouteArgs } from '~/http/guard'
import type { GridSource } from '~/platform/grids/grid-source'
import { rowList } from '~/platform/lists/row-list.server'
import type { EditableTable } from '~/platform/tables/editable-table.server'
import { DomainError } from '~/platform/values/domain-error'
import { BANK_ACCOUNT } from '../account'
import { DECIDED_COLUMNS, DECIDED_GRID } from '../accounts-view'
import { bankAccountsTable } from '../bank-accounts-table.server'
import { type DecidedChange, decidedChangesOf } from '../decided-changes.server'
import { defaultEntity } from '../default-entity.server'
import { entityOfAccount } from '../request-account.server'

const ID = /^[1-9]\d{0,8}$/

/** The kinds of changes that are decided on this page. */
export const ACCOUNT_KINDS = [BANK_ACCOUNT]

/** The decided changes of an entity's accounts, for their grid and their file. */
export async function decidedTable(
  { read, timeZone }: Guarded,
  entityId: number,
): Promise<GridSource<DecidedChange>> {
  const keyOf = ({ id }: DecidedChange) => String(id)
  return {
    columns: DECIDED_COLUMNS,
    options: DECIDED_GRID,
    list: rowList(await decidedChangesOf(read, entityId), DECIDED_COLUMNS, { timeZone, keyOf }),
  }
}

/** The entity whose bank accounts an address shows. */
export interface ShownEntity {
  id: number
  name: string
  /** The page opens with it. */
  isDefault: boolean
}

/**
 * The entity that an address names, else that of the account that it opens, else the default one; null when there is
 * none. @throws DomainError not-found for an unknown one
 */
export async function shownEntity(
  read: Read,
  { request, params }: Pick<RouteArgs, 'request' | 'params'>,
): Promise<ShownEntity | null> {
  const preset = await defaultEntity(read)
  const named = new URL(request.url).searchParams.get('entity')
  const id = named === null ? await entityOpened(read, params.key) : await idNamed(read, named)
  if (id === null) return preset && { ...preset, isDefault: true }
  return { id, name: await entityName(read, id), isDefault: id === preset?.id }
}

/**
 * The same for the page; for a typed name that is not in the list, the text and why nothing is shown.
 * @throws Response for a listed name: a redirect to the address with its id, which stays valid when the entity is
 * renamed
 */
export async function soughtEntity(read: Read, args: Pick<RouteArgs, 'request' | 'params'>) {
  const { pathname, searchParams } = new URL(args.request.url)
  const text = searchParams.get('entity')
  try {
    const shown = await shownEntity(read, args)
    if (shown && text !== null && text !== String(shown.id))
      throw redirect(pathname + sameSearch(args.request, { entity: shown.id }))
    return { shown, sought: null }
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'invalid') throw error
    return { shown: null, sought: { text: text ?? '', message: error.message } }
  }
}

/** The accounts among which the popup of an account opens: those of its own entity, whichever the list below shows. */
export async function accountsTable(
  { read }: Guarded,
  args: Pick<RouteArgs, 'request' | 'params'>,
): Promise<EditableTable> {
  const opened = await entityOpened(read, args.params.key)
  if (opened !== null) return bankAccountsTable(opened)
  const shown = await shownEntity(read, args)
  if (shown) return bankAccountsTable(shown.id)
  throw new DomainError('not-found', 'Choose a legal entity on the page Bank Accounts first.')
}

function entityOpened(read: Read, key: string | undefined): Promise<number | null> {
  return key !== undefined && ID.test(key) ? entityOfAccount(read, Number(key)) : Promise.resolve(null)
}

/** An id, or the name of an entity as it is typed where the page does not offer all of them. */
async function idNamed(read: Read, text: string): Promise<number> {
  if (ID.test(text)) return Number(text)
  const found = await withEntityIds(
    read,
    { entity: text },
    { entity: { list: 'all', label: 'Legal entity' } },
  )
  if (found.entity) return Number(found.entity)
  throw new DomainError('not-found', 'There is no such legal entity. Choose one on the page Bank Accounts.')
}

/** The entities that the page offers: only the one that is shown where there are too many. */
export function entitiesFor(all: readonly LegalEntityRow[], shown: number | undefined) {
  const { options, search } = offered(
    all.map(({ id, name }) => ({ value: id, label: name })),
    shown,
  )
  return { search, options: options.map(({ value, label }) => ({ value: String(value), label })) }
}
