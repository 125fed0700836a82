import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { sameSearch } from '~/http/address'
import { guard } from '~/http/guard'
import { redirectWithStatus, uploadAnswer } from '~/http/page-answer'
import { Dialog } from '~/ui/dialog/dialog'
import { AnswerForm, describeRecorded } from '../answer-form'
import { ANSWER_UPLOAD, answerFile, readAnswer } from '../answer-upload.server'
import { recordAnswer } from '../record-answer.server'

export async function loader(args: LoaderFunctionArgs) {
  const { services } = await guard(args, 'payments', 'add')
  return { idempotencyKey: services.ids.uuid() }
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'payments', 'add')
  const { transaction } = guarded
  return uploadAnswer(
    args,
    guarded,
    ANSWER_UPLOAD,
    async ({ files }) => {
      const sent = await readAnswer(guarded.services.bankFiles, answerFile(files))
      const done = await transaction((context) => recordAnswer(context, sent))
      return redirectWithStatus(guarded, `/payments${sameSearch(args.request)}`, describeRecorded(done))
    },
    ANSWER_UPLOAD.title,
  )
}

/** Popup "Upload bank file". */
export default function UploadAnswer() {
  const { idempotencyKey } = useLoaderData<typeof loader>()
  return (
    <Dialog title="Upload bank file" closeHref="/payments">
      <AnswerForm idempotencyKey={idempotencyKey} refused={useActionData<typeof action>()} />
    </Dialog>
  )
}
