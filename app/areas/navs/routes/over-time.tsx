import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { idInPath } from '~/http/address'
import { pageRead } from '~/http/page-answer'
import { fundHistory } from '../fund-history.server'
import { FundHistoryView } from '../fund-history-view'
import { navFacts } from '../nav-facts.server'
import { guardNav } from './guard-nav'

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await guardNav(args)
  return pageRead(async () => fundHistory(read, await navFacts(read, idInPath(args.params.fundNavId))))
}

/** Tab "Over time": the fund's figures and rules on its NAV dates up to this one. */
export default function OverTime() {
  return <FundHistoryView history={useLoaderData<typeof loader>()} />
}
