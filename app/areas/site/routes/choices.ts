import type { LoaderFunctionArgs } from '@remix-run/node'
import { EXPENSE_USERS, isAllowed } from '~/areas/access/actor'
import { bankAccountsTable } from '~/areas/bank-accounts/bank-accounts-table.server'
import { LOOKUP_TABLES } from '~/areas/lookups/lookup-tables.server'
import { settingsTable } from '~/areas/nav-errors/settings.server'
import { tolerancesTable } from '~/areas/navs/tolerances.server'
import { assignableUsers } from '~/areas/processes/assign-process.server'
import { ENTITY_LISTS, type EntityList, findEntities } from '~/areas/reference-data/find-entities.server'
import { guard, visitorOf } from '~/http/guard'
import { optionsFound } from '~/platform/tables/options.server'
import { isDay } from '~/platform/values/day'

const MAX_LENGTH = 300

/** The options of a long list that match a typed text, for a field of a form; for all who may fill it in. */
export async function loader(args: LoaderFunctionArgs) {
  const { list = '', column } = args.params
  const search = new URL(args.request.url).searchParams
  const text = (search.get('text') ?? '').slice(0, MAX_LENGTH)
  if (column !== undefined) return Response.json(await inTable(args, { list, column, text }))
  if (list === 'process-users') {
    const { read } = await guard(args, 'processdashboard', 'update')
    return Response.json(optionsFound(await assignableUsers(read), text))
  }
  const { actor } = await visitorOf(args)
  const may = EXPENSE_USERS.find((functionId) => actor && isAllowed(actor, functionId))
  const { read } = await guard(args, may ?? 'draftsdashboard')
  if (!Object.hasOwn(ENTITY_LISTS, list)) throw noSuchList()
  const on = search.get('on')
  const found = await findEntities(read, list as EntityList, {
    text,
    on: on !== null && isDay(on) ? on : null,
  })
  return Response.json(found.map(({ value, label }) => ({ value: String(value), label })))
}

/** The tables whose rows are edited in forms; the options are the same for the accounts of all entities. */
const TABLES = [...LOOKUP_TABLES, tolerancesTable, settingsTable, bankAccountsTable(0)]

interface Sought {
  list: string
  column: string
  text: string
}

async function inTable(args: LoaderFunctionArgs, { list, column, text }: Sought) {
  const { functionId = 'administration', options = {} } = TABLES.find(({ name }) => name === list) ?? {}
  const { actor } = await visitorOf(args)
  const mayAdd = actor !== null && isAllowed(actor, functionId, 'add')
  const { read } = await guard(args, functionId, mayAdd ? 'add' : 'update')
  const optionsOf = Object.hasOwn(options, column) ? options[column] : undefined
  if (!optionsOf) throw noSuchList()
  return optionsFound(await optionsOf(read), text)
}

const noSuchList = () => new Response('There is no such list.', { status: 404 })
