import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { KpiFields } from '~/areas/kpi/forms'
import { KPI_REFUSED, kpiComments, saveKpiComment } from '~/areas/kpi/kpi-comments.server'
import { KpiEditor } from '~/areas/kpi/kpi-form'
import { idInPath, sameSearch } from '~/http/address'
import { formRoute } from '~/http/page-answer'
import { navBaseOf } from '../nav'
import { guardNav } from './guard-nav'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guardNav(args)
  const objectId = idInPath(args.params.fundNavId)
  const methods = await kpiComments(guarded, objectId)
  return {
    methods: methods.map((each) => ({ ...each, idempotencyKey: guarded.services.ids.uuid() })),
    path: `${navBaseOf(args.request.url).path}/${objectId}/kpi${sameSearch(args.request)}`,
  }
}

export const action = formRoute({
  title: KPI_REFUSED,
  page: async (args) => ({ ...(await guardNav(args, 'update')), objectId: idInPath(args.params.fundNavId) }),
  fields: KpiFields,
  command: (context, { objectId }, comment) => saveKpiComment(context, { objectId, ...comment }),
  done: (_, { objectId }, { request }) => [
    `${navBaseOf(request.url).path}/${objectId}/kpi${sameSearch(request)}`,
    'KPI comment saved',
  ],
})

/** KPI comment editor: for each KPI method a comment, a free text, and Save. */
export default function Kpi() {
  return <KpiEditor {...useLoaderData<typeof loader>()} refused={useActionData<typeof action>()} />
}
