import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { KpiFields } from '~/areas/kpi/forms'
import { kpiNow } from '~/areas/kpi/grid-sources'
import { KPI_REFUSED, kpiComments, saveKpiComment } from '~/areas/kpi/kpi-comments.server'
import { KpiEditor } from '~/areas/kpi/kpi-form'
import { idInPath, sameSearch } from '~/http/address'
import { parseFields } from '~/http/form'
import { formAnswer, redirectWithStatus } from '~/http/page-answer'
import { navBaseOf } from '../nav'
import { guardNav } from './guard-nav'

export async function loader(args: LoaderFunctionArgs) {
  const { read, services } = await guardNav(args)
  const objectId = idInPath(args.params.fundNavId)
  const methods = await kpiComments(read, objectId, kpiNow(services))
  return {
    methods: methods.map((each) => ({ ...each, idempotencyKey: services.ids.uuid() })),
    path: `${navBaseOf(args.request.url).path}/${objectId}/kpi${sameSearch(args.request)}`,
  }
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guardNav(args, 'update')
  const { transaction } = guarded
  const objectId = idInPath(args.params.fundNavId)
  return formAnswer(
    args,
    async (typed) => {
      const input = parseFields(typed, KpiFields, KPI_REFUSED)
      await transaction((context) => saveKpiComment(context, { objectId, ...input }))
      const here = `${navBaseOf(args.request.url).path}/${objectId}/kpi${sameSearch(args.request)}`
      return redirectWithStatus(guarded, here, 'KPI comment saved')
    },
    KPI_REFUSED,
  )
}

/** KPI comment editor: for each KPI method a comment, a free text, and Save. */
export default function Kpi() {
  return <KpiEditor {...useLoaderData<typeof loader>()} refused={useActionData<typeof action>()} />
}
