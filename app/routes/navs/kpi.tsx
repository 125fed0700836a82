import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { KpiEditor } from '~/components/kpi/kpi-editor'
import { kpiComments, saveKpiComment } from '~/domain/kpi/kpi-comments.server'
import { navBaseOf } from '~/domain/navs/nav-base'
import { parseFields } from '~/http/form'
import { guardNav } from '~/http/guard-nav'
import { idInPath } from '~/http/ids-in-path'
import { KpiFields } from '~/http/kpi-forms'
import { formAnswer, redirectWithStatus } from '~/http/page-answer'
import { sameSearch } from '~/http/same-search'

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await guardNav(args)
  return { methods: await kpiComments(read, idInPath(args.params.fundNavId)) }
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guardNav(args, 'update')
  const { actor, transaction, services } = guarded
  const objectId = idInPath(args.params.fundNavId)
  return formAnswer(
    args,
    async (typed) => {
      const input = parseFields(typed, KpiFields, 'Kpi Comment')
      await transaction((tx) => saveKpiComment(tx, actor, { objectId, ...input }, services.clock()))
      const here = `${navBaseOf(args.request.url).path}/${objectId}/kpi${sameSearch(args.request)}`
      return redirectWithStatus(guarded, here, 'KPI comment saved')
    },
    'Kpi Comment',
  )
}

/** KPI comment editor: for each KPI method a comment, a free text, and Save. */
export default function Kpi() {
  const { methods } = useLoaderData<typeof loader>()
  return <KpiEditor methods={methods} refused={useActionData<typeof action>()} />
}
