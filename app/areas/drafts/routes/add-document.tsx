import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { addBackup, addProof } from '~/areas/documents/add-documents.server'
import { whyNotAdded } from '~/areas/documents/document-rights.server'
import { ADDED_DOCUMENT, OneDocumentForm } from '~/areas/documents/upload-documents'
import { idInPath, sameSearch } from '~/http/address'
import { guard, type RouteArgs } from '~/http/guard'
import { pageRead, redirectWithStatus, uploadAnswer } from '~/http/page-answer'
import { proofUpload } from '~/http/uploads/upload-limits'
import { FILE_TYPES } from '~/platform/files/file-types'
import { ONE_FILE_ERROR } from '~/platform/files/upload-rules'
import { instanceById } from '~/platform/workflow/instance.server'
import { Dialog } from '~/ui/dialog/dialog'
import { Note } from '~/ui/message/message'
import { draftById } from '../read-draft.server'

const KINDS = {
  'client-validation': {
    kind: 'proof',
    fileType: FILE_TYPES.proof,
    title: 'Upload Client authorisation document',
  },
  backup: { kind: 'backup', fileType: FILE_TYPES.backup, title: 'Upload Backup document' },
} as const

function kindOf({ params }: RouteArgs) {
  const found = Object.entries(KINDS).find(([name]) => name === params.what)?.[1]
  if (!found) throw data({ message: 'There is no such upload. Start it from the draft.' }, { status: 404 })
  return found
}

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await guard(args, 'draftsdashboard', 'update')
  const draftId = idInPath(args.params.draftId)
  const { kind, fileType, title } = kindOf(args)
  return pageRead(async () => {
    await draftById(read, draftId)
    const off = whyNotAdded(actor, await instanceById(read, draftId), fileType)
    return { draftId, kind, title, off: off?.message ?? null, idempotencyKey: services.ids.uuid() }
  })
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'draftsdashboard', 'update')
  const draftId = idInPath(args.params.draftId)
  const { kind } = kindOf(args)
  return uploadAnswer(
    args,
    guarded,
    proofUpload,
    async ({ files }) => {
      const add = kind === 'proof' ? addProof : addBackup
      await add(guarded, { draftId, files })
      return redirectWithStatus(
        guarded,
        `/drafts/${draftId}${sameSearch(args.request)}`,
        ADDED_DOCUMENT[kind],
      )
    },
    ONE_FILE_ERROR,
  )
}

/** Popups of "Add Client Validation" and "Add Backup": one file each. */
export default function AddDocument() {
  const { title, off, ...form } = useLoaderData<typeof loader>()
  const closeHref = `/drafts/${form.draftId}`
  const refused = useActionData<typeof action>()
  return (
    <Dialog title={title} closeHref={closeHref}>
      {off === null ? (
        <OneDocumentForm {...form} closeHref={closeHref} refused={refused} />
      ) : (
        <Note>{off}</Note>
      )}
    </Dialog>
  )
}
