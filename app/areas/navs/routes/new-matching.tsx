import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { stepTaker } from '~/areas/access/actor'
import { idInPath, sameSearch } from '~/http/address'
import { pageRead, redirectWithStatus, uploadAnswer } from '~/http/page-answer'
import { workbookUpload } from '~/http/uploads/upload-limits'
import { shownGuide } from '~/platform/exports/table-guide'
import { instanceById } from '~/platform/workflow/instance.server'
import { Dialog } from '~/ui/dialog/dialog'
import { Note } from '~/ui/message/message'
import { FileContents } from '~/ui/upload/file-contents'
import { NewMatchingForm } from '../control/new-control-form'
import { runMatching } from '../matching/matching.server'
import { MATCHING_NEEDS_CONTROL, mayChangeFigures, navBaseOf, openControlId, readOnlyReason } from '../nav'
import { navFacts } from '../nav-facts.server'
import { useNavBase } from '../use-nav-base'
import { POSITIONS } from '../workbooks/table-guides'
import { guardNav } from './guard-nav'

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await guardNav(args, 'add')
  const fundNavId = idInPath(args.params.fundNavId)
  const [nav, instance] = await pageRead(() =>
    Promise.all([navFacts(read, fundNavId), instanceById(read, fundNavId)]),
  )
  const off =
    readOnlyReason(instance, stepTaker(actor), mayChangeFigures(actor)) ??
    (openControlId(nav, instance) === null ? MATCHING_NEEDS_CONTROL : null)
  const contents = shownGuide(POSITIONS.guide, POSITIONS.href)
  return { nav, off, contents, idempotencyKey: services.ids.uuid() }
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
  const { nav, off, contents, idempotencyKey } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <Dialog title="Upload Matching file" closeHref={`${useNavBase().path}/${nav.id}`}>
      {off === null ? (
        <>
          <NewMatchingForm nav={nav} idempotencyKey={idempotencyKey} refused={refused} />
          <FileContents tables={[contents]} />
        </>
      ) : (
        <Note>{off}</Note>
      )}
    </Dialog>
  )
}
