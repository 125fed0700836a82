import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import {
  Outlet,
  type ShouldRevalidateFunction,
  useActionData,
  useLoaderData,
  useParams,
} from '@remix-run/react'
import { z } from 'zod'
import { AccountsView } from '~/components/bank-accounts/accounts-view'
import { DomainLinks } from '~/components/site/domain-links'
import { isAllowed } from '~/domain/access/actor'
import { domainLinks } from '~/domain/access/menu'
import { bankAccountsTable } from '~/domain/bank-accounts/bank-accounts-table.server'
import { setDefaultEntity } from '~/domain/bank-accounts/default-entity.server'
import { legalEntityList } from '~/domain/lookups/legal-entity-list.server'
import { withOptionsOf } from '~/domain/lookups/tables/table-column'
import { parseFields } from '~/http/form'
import { formNumber } from '~/http/form-values'
import { sourcePage } from '~/http/grid-source'
import { type Guarded, guard } from '~/http/guard'
import { formAnswer, pageRead, redirectWithStatus } from '~/http/page-answer'
import { beginsEdit, changes, keepList } from '~/ui/grid/keep-list'
import { otherParams } from '~/ui/grid/query'
import { decideTyped } from '../admin/changes/decide-change'
import { lookupSource } from '../admin/lookup-source'
import { backToList, saveRow } from '../admin/row-actions'
import { waitingChanges } from '../admin/changes/waiting-changes'
import { accountsTable, shownEntity } from './shown-entity'
import { ACCOUNT_KINDS, decidedTable, WAITING_GRID } from './tables'

export const meta = () => [{ title: 'Bank Accounts · Fundesk' }]

const PATH = '/bank-accounts'
const DefaultEntity = z.object({ defaultEntity: formNumber() })

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'bankaccounts')
  const { actor, read } = guarded
  const shown = await pageRead(() => shownEntity(read, args))
  const entities = await legalEntityList(read)
  return {
    links: domainLinks(actor, 'bankaccounts'),
    path: PATH,
    shown,
    entities: entities.map(({ id, name }) => ({ id, name })),
    mayChange: isAllowed(actor, 'bankaccounts', 'update'),
    accounts: shown && (await accountsOf(guarded, args.request, shown.id)),
    waiting: await waitingChanges(guarded, args.request, ACCOUNT_KINDS, WAITING_GRID),
  }
}

/** The grid of an entity's accounts, and what was decided about them. */
async function accountsOf(guarded: Guarded, request: Request, entityId: number) {
  const table = bankAccountsTable(entityId)
  const { source, columns } = await lookupSource(guarded, table)
  const grid = await sourcePage(guarded, request, source)
  const may = (permission: 'add' | 'update' | 'delete') =>
    isAllowed(guarded.actor, table.functionId, permission)
  return {
    ...{ one: table.one, grid, options: source.options },
    // All that may be chosen is needed by a form only.
    columns: grid.parsed.query.edit === null ? withOptionsOf(columns, grid.rows) : columns,
    labels: Object.fromEntries(grid.rows.map((row) => [row.key, table.labelOf(row)])),
    may: { add: may('add'), update: may('update'), delete: may('delete') },
    idempotencyKey: guarded.services.ids.uuid(),
    decided: await sourcePage(guarded, request, await decidedTable(guarded, entityId)),
  }
}

/** Decides a change, sets the default entity, or saves the account that is edited in place. */
export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'bankaccounts', 'update')
  const { actor, read, transaction, services } = guarded
  return formAnswer(args, async (typed) => {
    if ('decision' in typed) return decideTyped(guarded, args, typed, PATH)
    if ('defaultEntity' in typed) {
      const { defaultEntity } = parseFields(typed, DefaultEntity)
      const line = await transaction((tx) => setDefaultEntity(tx, actor, defaultEntity, services.clock()))
      return redirectWithStatus(guarded, PATH, line)
    }
    const key = new URL(args.request.url).searchParams.get('edit') ?? ''
    const table = await accountsTable(read, { request: args.request, params: { key } })
    return backToList(guarded, args, table, await saveRow(guarded, args, table, key, typed))
  })
}

/** Another entity, a row that is to be edited as it is now, and the other grids are loaded anew. */
export const shouldRevalidate: ShouldRevalidateFunction = (next) => {
  const others = changes(next, ({ search }) => String(otherParams(search)))
  return beginsEdit(next) || others || keepList(next)
}

/** The bank accounts of one entity, and all changes of bank accounts that wait. */
export default function BankAccounts() {
  const { links, ...view } = useLoaderData<typeof loader>()
  return (
    <>
      <DomainLinks links={links} />
      <AccountsView {...view} openKey={useParams().key} refused={useActionData<typeof action>()} />
      <Outlet />
    </>
  )
}
