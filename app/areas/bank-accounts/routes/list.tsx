import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useActionData, useLoaderData, useParams } from '@remix-run/react'
import { z } from 'zod'
import { isAllowed } from '~/areas/access/actor'
import { domainLinks } from '~/areas/access/menu'
import { legalEntityList } from '~/areas/reference-data/entities.server'
import { formNumber } from '~/http/form'
import { type Guarded, guard } from '~/http/guard'
import { handleIntents, type PageForms, pageForm, pageRead, redirectWithStatus } from '~/http/page-answer'
import { unprovenOf } from '~/http/unproven'
import {
  DECISION_FORMS,
  type DecisionPage,
  WAITING_BESIDE,
  waitingChanges,
} from '~/platform/approvals/routes/waiting-changes'
import { sourcePage } from '~/platform/grids/grid-source'
import { DomainLinks } from '~/platform/page/use-site'
import { saveEdited, tableAnswer } from '~/platform/tables/routes/table-answer'
import { SAVE_ROW } from '~/platform/tables/table-grid'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { keepTable } from '~/ui/grid/keep-list'
import { AccountsView } from '../accounts-view'
import { bankAccountsTable } from '../bank-accounts-table.server'
import { setDefaultEntity } from '../default-entity.server'
import { ACCOUNT_KINDS, accountsTable, decidedTable, entitiesFor, soughtEntity } from './account-tables'

export const meta = () => [{ title: 'Bank Accounts · Fundesk' }]
export const shouldRevalidate = keepTable

const PATH = '/bank-accounts'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'bankaccounts')
  const { actor, read } = guarded
  const { shown, sought } = await pageRead(() => soughtEntity(read, args))
  const entities = await legalEntityList(read)
  return {
    links: domainLinks(actor, 'bankaccounts'),
    path: PATH,
    idempotencyKey: guarded.services.ids.uuid(),
    shown,
    sought,
    entities: entitiesFor(entities, shown?.id),
    mayChange: isAllowed(actor, 'bankaccounts', 'update'),
    accounts: shown && (await accountsOf(guarded, args.request, shown.id)),
    unproven: shown ? await unprovenOf(guarded, { kind: 'bank accounts', id: shown.id }) : [],
    waiting: await waitingChanges(guarded, args.request, ACCOUNT_KINDS, WAITING_BESIDE),
  }
}

/** The grid of an entity's accounts, and its decided changes. */
async function accountsOf(guarded: Guarded, request: Request, entityId: number) {
  return {
    table: await tableAnswer(guarded, request, bankAccountsTable(entityId)),
    decided: await sourcePage(guarded, request, await decidedTable(guarded, entityId)),
  }
}

const preset = pageForm({
  fields: z.object({ defaultEntity: formNumber() }),
  async answer({ guarded }: DecisionPage, { defaultEntity }) {
    const line = await guarded.transaction((context) =>
      withIdempotencyKey(context, `default entity ${defaultEntity}`, () =>
        setDefaultEntity(context, defaultEntity),
      ),
    )
    return redirectWithStatus(guarded, PATH, line)
  },
})

const FORMS: PageForms<DecisionPage> = {
  ...DECISION_FORMS,
  'default entity': preset,
  [SAVE_ROW]: {
    answer({ guarded, args }, typed) {
      const tableOf = (key: string) => accountsTable(guarded, { request: args.request, params: { key } })
      return saveEdited(guarded, args, typed, tableOf)
    },
  },
}

/** Decides a change, sets the default entity, or saves the account that is edited in place. */
export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'bankaccounts', 'update')
  return handleIntents(args, FORMS, { guarded, args, path: PATH })
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
