import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { isAllowed } from '~/areas/access/actor'
import { idInPath, sameSearch } from '~/http/address'
import { parseFields } from '~/http/form'
import type { Guarded, RouteArgs } from '~/http/guard'
import { pageRead, redirectWithStatus, uploadAnswer } from '~/http/page-answer'
import type { UploadedFile } from '~/http/uploads/upload'
import { shownGuide } from '~/platform/exports/table-guide'
import { keepFiles } from '~/platform/files/staged-files.server'
import { DomainError } from '~/platform/values/domain-error'
import { showNavDate } from '~/platform/values/show'
import { instanceById } from '~/platform/workflow/instance.server'
import { Dialog } from '~/ui/dialog/dialog'
import { FileContents } from '~/ui/upload/file-contents'
import { CONTROL_TITLE, sameFilesNote, withdrawnNote } from '../control/control-upload'
import { NewControlForm } from '../control/new-control-form'
import { controlFormats, filesOfFormats, namedFormat } from '../control/read-upload.server'
import { runControl } from '../control/run-control.server'
import { OtherLayouts } from '../formats/other-layouts'
import { queryOfUpload, teachingAddress } from '../formats/teach/teaching-address'
import { limitsOfSet, UploadFields } from '../forms'
import { CONTROL_SETS, navBaseOf, setOfPath, summaryOf, withdrawnFrom } from '../nav'
import { navFacts } from '../nav-facts.server'
import { reasons } from '../nav-view.server'
import { UMBRELLA_PATH } from '../umbrella/umbrella'
import { useNavBase } from '../use-nav-base'
import { SET_WORDS, tablesOfSet } from '../workbooks/table-guides'
import { controlAllFunds } from './control-all'
import { guardNav } from './guard-nav'

function setOf({ params }: RouteArgs) {
  const set = setOfPath(params.set)
  if (!set) throw data({ message: 'There is no such upload. Start it from NAV Controls.' }, { status: 404 })
  return set
}

/** The NAV that the upload was started from; null from the list. */
const navOf = ({ params }: RouteArgs) => (params.fundNavId === undefined ? null : idInPath(params.fundNavId))

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guardNav(args, 'add')
  const { actor, read, services } = guarded
  const fundNavId = navOf(args)
  const nav = fundNavId === null ? null : await pageRead(() => navFacts(read, fundNavId))
  const instance = nav && (await instanceById(read, nav.id))
  const set = setOf(args)
  const formats = await controlFormats(guarded, CONTROL_SETS[set].uploadType)
  return {
    set,
    nav,
    formats: formats.map(namedFormat),
    counts: filesOfFormats(formats),
    takenFrom: instance && withdrawnFrom(instance),
    reasons: await reasons(read),
    contents: {
      about: SET_WORDS[set],
      tables: tablesOfSet(set).map(({ guide, href }) => shownGuide(guide, href)),
    },
    isAdministrator: isAllowed(actor, 'administration', 'update'),
    idempotencyKey: services.ids.uuid(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guardNav(args, 'add')
  const set = setOf(args)
  const formats = await controlFormats(guarded, CONTROL_SETS[set].uploadType)
  return uploadAnswer(
    args,
    guarded,
    limitsOfSet(set, filesOfFormats(formats)),
    async ({ fields, files }) => {
      const { comment, reason, format, all, teach } = parseFields(fields, UploadFields, CONTROL_TITLE)
      if (teach === '1')
        return toTeaching(guarded, files, queryOfUpload({ fundNavId: navOf(args), set }, fields))
      const upload = { set, files, comment, reasonCode: reason, fundNavId: navOf(args), format }
      if (all === '1') return redirect(`${UMBRELLA_PATH}/${await controlAllFunds(guarded, upload)}`)
      const run = await runControl(guarded, guarded.services, upload)
      return redirectWithStatus(
        guarded,
        `${navBaseOf(args.request.url).path}/${run.fundNavId}${sameSearch(args.request, { control: null })}`,
        [
          `NAV ${run.fundCode} ${showNavDate(run.navDate)} controlled: ${summaryOf(run.control)}`,
          withdrawnNote(run.takenFrom),
          sameFilesNote(run.control.sameFilesAs, guarded.timeZone),
        ]
          .filter(Boolean)
          .join('. '),
      )
    },
    CONTROL_TITLE,
  )
}

/** Keeps the files, and leads to the page on which their format is taught. */
async function toTeaching(guarded: Guarded, files: readonly UploadedFile[], query: Record<string, string>) {
  if (files.length === 0)
    throw new DomainError('invalid', 'Choose the files of one set of the administrator.', {
      title: CONTROL_TITLE,
      fields: { files: 'Choose the files of one set of the administrator.' },
    })
  return redirect(teachingAddress(await keepFiles(guarded, guarded.services, files), query))
}

/** Popup "New Control": the files, a reason and a comment. */
export default function NewControl() {
  const { set, nav, contents, isAdministrator, ...form } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const { path } = useNavBase()
  const closeHref = nav ? `${path}/${nav.id}` : path
  return (
    <Dialog title={CONTROL_SETS[set].heading} closeHref={closeHref}>
      <NewControlForm key={set} set={set} nav={nav} closeHref={closeHref} refused={refused} {...form} />
      <FileContents tables={contents.tables}>
        <p>
          {contents.about} Above the header of each table stand Fund code, NAV date and Fund currency, each
          with its value in the next cell.
        </p>
        <OtherLayouts isAdministrator={isAdministrator} />
      </FileContents>
    </Dialog>
  )
}
