import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { idInPath } from '~/http/address'
import { pageRead } from '~/http/page-answer'
import { fundHistory } from '../fund-history.server'
import { FundHistoryView } from '../fund-history-view'
import { shownNav } from '../nav-view.server'
import { guardNav } from './guard-nav'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guardNav(args)
  return pageRead(async () => {
    const { nav } = await shownNav(guarded, idInPath(args.params.fundNavId))
    return fundHistory(guarded.read, nav)
  })
}

/** Tab "Over time": the fund's figures and rules on its NAV dates up to this one. */
export default function OverTime() {
  return <FundHistoryView history={useLoaderData<typeof loader>()} />
}
