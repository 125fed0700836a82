import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { idInPath, sameSearch } from '~/http/address'
import { pageRead, redirectWithStatus, uploadAnswer } from '~/http/page-answer'
import { workbookUpload } from '~/http/uploads/upload-limits'
import { Dialog } from '~/ui/dialog/dialog'
import { NewMatchingForm } from '../control/new-control-form'
import { runMatching } from '../matching/matching.server'
import { navBaseOf } from '../nav'
import { navFacts } from '../nav-facts.server'
import { useNavBase } from '../use-nav-base'
import { guardNav } from './guard-nav'

export async function loader(args: LoaderFunctionArgs) {
  const { read, services } = await guardNav(args, 'add')
  const nav = await pageRead(() => navFacts(read, idInPath(args.params.fundNavId)))
  return { nav, idempotencyKey: services.ids.uuid() }
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guardNav(args, 'add')
  const fundNavId = idInPath(args.params.fundNavId)
  return uploadAnswer(
    args,
    guarded,
    workbookUpload,
    async ({ files }) => {
      await runMatching(guarded, guarded.services, { fundNavId, files })
      const below = `${navBaseOf(args.request.url).path}/${fundNavId}${sameSearch(args.request)}`
      return redirectWithStatus(guarded, below, 'Matching done: download it above')
    },
    'File cannot be integrated, see error.',
  )
}

/** Popup "Upload Matching file": one workbook of the management company. */
export default function NewMatching() {
  const { nav, idempotencyKey } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <Dialog title="New matching" closeHref={`${useNavBase().path}/${nav.id}`}>
      <NewMatchingForm nav={nav} idempotencyKey={idempotencyKey} refused={refused} />
    </Dialog>
  )
}
