import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { BatchForm, MOST_FILES } from '~/components/drafts/batch-form'
import type { BatchResult } from '~/components/drafts/batch-results'
import { uploadDraft } from '~/domain/drafts/upload-draft.server'
import { DomainError } from '~/domain/values/domain-error'
import { UploadFields } from '~/http/draft-forms'
import { parseFields } from '~/http/form'
import { type Guarded, guard } from '~/http/guard'
import { uploadAnswer } from '~/http/page-answer'
import { refusalOf } from '~/http/refusal'
import { readUpload, type UploadedFile } from '~/http/upload'
import { proofUpload } from '~/http/upload-limits'
import { Dialog } from '~/ui/dialog/dialog'

const TITLE = 'File cannot be integrated, see error.'

export async function loader(args: LoaderFunctionArgs) {
  const { services } = await guard(args, 'draftsdashboard', 'add')
  return { keys: Array.from({ length: MOST_FILES }, () => services.ids.uuid()) }
}

/** Without scripts all files come at once; one that is refused stops no other. */
export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'draftsdashboard', 'add')
  return uploadAnswer(
    args,
    () => readUpload(args.request, { ...proofUpload, files: MOST_FILES }),
    async ({ fields, files }) => {
      const { comment, idempotencyKey } = parseFields(fields, UploadFields, TITLE)
      if (files.length === 0)
        throw new DomainError('invalid', `Choose the invoices: up to ${MOST_FILES} PDF files.`, {
          title: TITLE,
          fields: { files: `Choose up to ${MOST_FILES} PDF files.` },
        })
      const results: BatchResult[] = []
      for (const [at, file] of files.entries())
        results.push(await answerTo(guarded, file, comment, `${idempotencyKey} ${at}`))
      return { results }
    },
    TITLE,
  )
}

async function answerTo({ services, actor }: Guarded, file: UploadedFile, comment: string, key: string) {
  const { fileName } = file
  try {
    const done = await uploadDraft(services, actor, { file, comment }, key)
    return { fileName, done, refused: null }
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    return { fileName, done: null, refused: refusal.message }
  }
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
