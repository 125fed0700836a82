import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { workOnPart } from '~/areas/access/user-work.server'
import { idInPath, sameSearch } from '~/http/address'
import { parseFields } from '~/http/form'
import { formAnswer, pageRead, redirectWithStatus } from '~/http/page-answer'
import { sourcePage } from '~/platform/grids/grid-source'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { CHECK_GRID, CheckList, tickedChecksText } from '../check-list'
import { navChecks, tickChecks } from '../checks.server'
import { CheckFields } from '../forms'
import { breaksWithoutComment } from '../matching/breaks.server'
import { navBaseOf } from '../nav'
import { shownNav } from '../nav-view.server'
import { guardNav } from './guard-nav'
import { checkTable, requestedRound } from './nav-tables'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guardNav(args)
  const { actor, read, services } = guarded
  const fundNavId = idInPath(args.params.fundNavId)
  return pageRead(async () => {
    const { instance } = await shownNav(guarded, fundNavId)
    const round = requestedRound(args.request, instance.round)
    const table = checkTable(guarded, await navChecks(read, fundNavId, round))
    return {
      round,
      rounds: instance.round,
      closed: ['SENT', 'CANCELLED'].includes(instance.status) || round !== instance.round,
      queues: actor.queues,
      silentBreaks: await breaksWithoutComment(read, fundNavId, round),
      idempotencyKey: services.ids.uuid(),
      grid: await sourcePage(guarded, args.request, table),
    }
  })
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guardNav(args, 'update')
  const fundNavId = idInPath(args.params.fundNavId)
  return formAnswer(args, async (typed) => {
    const { rank: ranks, comment } = parseFields(typed, CheckFields)
    const all = ranks.join(' ')
    // The forms of all checks have the key of their page.
    const { transaction } = workOnPart(guarded, all)
    const ticks = ranks.map((rank) => ({ rank, comment }))
    await transaction((context) =>
      withIdempotencyKey(context, `check ${fundNavId} ${all}`, () => tickChecks(context, fundNavId, ticks)),
    )
    const search = sameSearch(args.request, { [`${CHECK_GRID.prefix}.selected`]: null })
    const here = `${navBaseOf(args.request.url).path}/${fundNavId}/checks${search}`
    return redirectWithStatus(guarded, here, tickedChecksText(ranks))
  })
}

/** Tab "NAV Checks Audit": the ranked checks of a round, signed and dated. */
export default function NavChecks() {
  return <CheckList {...useLoaderData<typeof loader>()} refused={useActionData<typeof action>()} />
}
