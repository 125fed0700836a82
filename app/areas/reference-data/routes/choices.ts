import type { LoaderFunctionArgs } from '@remix-run/node'
import { EXPENSE_USERS, isAllowed } from '~/areas/access/actor'
import { guard, visitorOf } from '~/http/guard'
import { isDay } from '~/platform/values/day'
import { ENTITY_LISTS, type EntityList, findEntities } from '../find-entities.server'

const LONGEST = 300

/** The legal entities of a list that match a typed text, for the field of a form; for all who work with expenses. */
export async function loader(args: LoaderFunctionArgs) {
  const { actor } = await visitorOf(args)
  const may = EXPENSE_USERS.find((functionId) => actor && isAllowed(actor, functionId))
  const { read } = await guard(args, may ?? 'draftsdashboard')
  const { list = '' } = args.params
  if (!Object.hasOwn(ENTITY_LISTS, list)) throw new Response('There is no such list.', { status: 404 })
  const search = new URL(args.request.url).searchParams
  const on = search.get('on')
  const found = await findEntities(read, list as EntityList, {
    text: (search.get('text') ?? '').slice(0, LONGEST),
    on: on !== null && isDay(on) ? on : null,
  })
  return Response.json(found.map(({ value, label }) => ({ value: String(value), label })))
}
