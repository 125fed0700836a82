import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { parseFields } from '~/http/form'
import { guard } from '~/http/guard'
import { uploadAnswer } from '~/http/page-answer'
import { invoicesUpload } from '~/http/uploads/upload-limits'
import { Dialog } from '~/ui/dialog/dialog'
import { UploadFields } from '../forms'
import { UPLOAD_TITLE, uploadDrafts } from '../upload/upload-draft.server'
import { BatchForm, MAX_FILES } from '../upload/upload-form'

export async function loader(args: LoaderFunctionArgs) {
  const { services } = await guard(args, 'draftsdashboard', 'add')
  return { keys: Array.from({ length: MAX_FILES }, () => services.ids.uuid()) }
}

/** Without scripts all files arrive at once. */
export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'draftsdashboard', 'add')
  return uploadAnswer(
    args,
    guarded,
    invoicesUpload,
    async ({ fields, files }) => {
      const { comment } = parseFields(fields, UploadFields, UPLOAD_TITLE)
      return { results: await uploadDrafts(guarded, guarded.services, { files, comment }) }
    },
    UPLOAD_TITLE,
  )
}

/** Popup "Upload several invoices". */
export default function UploadBatch() {
  const { keys } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const results = answer && 'results' in answer ? answer.results : undefined
  const refused = answer && 'refusal' in answer ? answer : undefined
  return (
    <Dialog title="Upload several invoices" closeHref="/drafts">
      <BatchForm keys={keys} results={results} refused={refused} />
    </Dialog>
  )
}
