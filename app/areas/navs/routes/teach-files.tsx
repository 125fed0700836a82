import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { guard } from '~/http/guard'
import { uploadAnswer } from '~/http/page-answer'
import { keepFiles } from '~/platform/files/staged-files.server'
import { atMost, WORKBOOK_BYTES, WORKBOOKS } from '~/platform/files/upload-rules'
import { DomainError } from '~/platform/values/domain-error'
import { Dialog } from '~/ui/dialog/dialog'
import { SubmitButton } from '~/ui/form/button'
import { Form, FormActions } from '~/ui/form/form'
import { FileInput } from '~/ui/upload/file-input'
import { stagedFilesOf } from '~/ui/upload/staged-files'
import { teachingAddress } from '../formats/teach/teaching-address'
import { FILES_TO_TEACH, MAX_FILES_TO_TEACH } from '../forms'

const TITLE = 'The files cannot be read, see error.'

export async function loader(args: LoaderFunctionArgs) {
  const { services } = await guard(args, 'administration', 'update')
  return { idempotencyKey: services.ids.uuid() }
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'administration', 'update')
  return uploadAnswer(
    args,
    guarded,
    { ...FILES_TO_TEACH, title: TITLE },
    async ({ files }) => {
      if (files.length === 0)
        throw new DomainError('invalid', 'Choose the files of one set of an administrator.', {
          title: TITLE,
          fields: { files: 'Choose the files of one set.' },
        })
      const staged = await keepFiles(guarded, guarded.services, files)
      return redirect(teachingAddress(staged))
    },
    TITLE,
  )
}

/** Popup: the files by which a format is taught. */
export default function TeachFiles() {
  const { idempotencyKey } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <Dialog title="Teach a format" closeHref="/admin/formats">
      <Form multipart idempotencyKey={idempotencyKey} refusal={refused?.refusal} typed={refused?.typed}>
        <FileInput
          name="files"
          label="Files of one set"
          hint={`As the administrator sends them: ${WORKBOOKS.formats}, each at most 20 MB. They stay on the server for an hour.`}
          staged={stagedFilesOf(refused)}
          again={refused !== undefined}
          slots={MAX_FILES_TO_TEACH}
          endings={WORKBOOKS.endings}
          size={atMost(WORKBOOK_BYTES)}
          required
        />
        <FormActions>
          <SubmitButton busyText="Sending…">Read the files</SubmitButton>
        </FormActions>
      </Form>
    </Dialog>
  )
}
