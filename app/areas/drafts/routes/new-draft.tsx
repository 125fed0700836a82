import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { sameSearch } from '~/http/address'
import { parseFields } from '~/http/form'
import { guard } from '~/http/guard'
import { redirectWithStatus, uploadAnswer } from '~/http/page-answer'
import { proofUpload } from '~/http/uploads/upload-limits'
import { DomainError } from '~/platform/values/domain-error'
import { Dialog } from '~/ui/dialog/dialog'
import { UploadFields } from '../forms'
import { uploadDraft } from '../upload/upload-draft.server'
import { UploadInvoiceForm, uploadMessage } from '../upload/upload-form'

const TITLE = 'File cannot be integrated, see error.'

export async function loader(args: LoaderFunctionArgs) {
  const { services } = await guard(args, 'draftsdashboard', 'add')
  return { idempotencyKey: services.ids.uuid() }
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'draftsdashboard', 'add')
  return uploadAnswer(
    args,
    guarded,
    proofUpload,
    async ({ fields, files }) => {
      const { comment } = parseFields(fields, UploadFields, TITLE)
      const [file] = files
      if (!file)
        throw new DomainError('invalid', 'Choose the invoice: one PDF or XML file.', {
          title: TITLE,
          fields: { files: 'Choose one PDF or XML file.' },
        })
      const done = await uploadDraft(guarded, guarded.services, { file, comment })
      return redirectWithStatus(
        guarded,
        `/drafts/${done.draftId}${sameSearch(args.request)}`,
        uploadMessage(done),
      )
    },
    TITLE,
  )
}

/** Popup "Upload Invoice file": one PDF or e-invoice and an optional comment. */
export default function NewDraft() {
  const { idempotencyKey } = useLoaderData<typeof loader>()
  return (
    <Dialog title="Upload Invoice file" closeHref="/drafts">
      <UploadInvoiceForm idempotencyKey={idempotencyKey} refused={useActionData<typeof action>()} />
    </Dialog>
  )
}
