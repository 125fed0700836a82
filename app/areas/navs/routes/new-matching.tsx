import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { isAllowed, stepTaker } from '~/areas/access/actor'
import { idInPath, sameSearch } from '~/http/address'
import { parseFields } from '~/http/form'
import { pageRead, redirectWithStatus, uploadAnswer } from '~/http/page-answer'
import { workbookUpload } from '~/http/uploads/upload-limits'
import { shownGuide } from '~/platform/exports/table-guide'
import { instanceById } from '~/platform/workflow/instance.server'
import { Dialog } from '~/ui/dialog/dialog'
import { Note } from '~/ui/message/message'
import { FileContents } from '~/ui/upload/file-contents'
import { NewMatchingForm } from '../control/new-control-form'
import { matchingFormats, namedFormat } from '../control/read-upload.server'
import { OtherLayouts } from '../formats/other-layouts'
import { MatchingFields } from '../forms'
import { MATCHING_TITLE } from '../matching/matching'
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
  const formats = (await matchingFormats(read, nav.provider)).map(namedFormat)
  const isAdministrator = isAllowed(actor, 'administration', 'update')
  return { nav, off, contents, formats, isAdministrator, idempotencyKey: services.ids.uuid() }
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guardNav(args, 'add')
  const fundNavId = idInPath(args.params.fundNavId)
  return uploadAnswer(
    args,
    guarded,
    workbookUpload,
    async ({ files, fields }) => {
      const { format } = parseFields(fields, MatchingFields, MATCHING_TITLE)
      await runMatching(guarded, guarded.services, { fundNavId, files, format })
      const below = `${navBaseOf(args.request.url).path}/${fundNavId}${sameSearch(args.request)}`
      return redirectWithStatus(guarded, below, 'Matching done: download it above')
    },
    MATCHING_TITLE,
  )
}

/** Popup "Upload Matching file": one workbook of the management company. */
export default function NewMatching() {
  const { off, contents, isAdministrator, ...form } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <Dialog title="Upload Matching file" closeHref={`${useNavBase().path}/${form.nav.id}`}>
      {off === null ? (
        <>
          <NewMatchingForm {...form} refused={refused} />
          <FileContents tables={[contents]}>
            <p>
              Above the header stand Fund code, NAV date and Fund currency, each with its value in the next
              cell.
            </p>
            <OtherLayouts isAdministrator={isAdministrator} />
          </FileContents>
        </>
      ) : (
        <Note>{off}</Note>
      )}
    </Dialog>
  )
}
