import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { parseFields } from '~/http/form'
import { guard } from '~/http/guard'
import { pageRead, redirectWithStatus, uploadAnswer } from '~/http/page-answer'
import { atMost } from '~/platform/files/upload-rules'
import { MAX_FORMAT_BYTES } from '~/platform/formats/format-limits'
import { DomainError } from '~/platform/values/domain-error'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { Dialog } from '~/ui/dialog/dialog'
import { SubmitButton } from '~/ui/form/button'
import { Form, FormActions } from '~/ui/form/form'
import { TextArea } from '~/ui/form/inputs'
import { FileInput } from '~/ui/upload/file-input'
import { stagedFilesOf } from '~/ui/upload/staged-files'
import { formatJson } from '../formats/format-rows.server'
import { proposeFormat } from '../formats/propose-format.server'
import { FormatFields } from '../forms'

const TITLE = 'The format was not proposed'

export async function loader(args: LoaderFunctionArgs) {
  const { read, services } = await guard(args, 'administration', 'update')
  const { code } = args.params
  return {
    code: code ?? null,
    definition: code === undefined ? '' : (await pageRead(() => formatJson(read, code))).definition,
    idempotencyKey: services.ids.uuid(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'administration', 'update')
  const limits = { files: 1, fileBytes: MAX_FORMAT_BYTES, fieldBytes: MAX_FORMAT_BYTES, title: TITLE }
  return uploadAnswer(
    args,
    guarded,
    limits,
    async ({ fields, files: [file] }) => {
      const { definition, comment } = parseFields(fields, FormatFields, TITLE)
      const text = file ? new TextDecoder().decode(file.bytes) : definition
      if (text.trim() === '')
        throw new DomainError('invalid', 'Paste the JSON of the format, or choose its file.', {
          title: TITLE,
          fields: { definition: 'Paste the JSON, or choose its file.' },
        })
      const { code, note } = await guarded.transaction((context) =>
        withIdempotencyKey(context, 'propose a file format', () => proposeFormat(context, text, comment)),
      )
      return redirectWithStatus(guarded, '/admin/formats', `File format ${code}: ${note}`)
    },
    TITLE,
  )
}

/** Popup: the JSON of a new format, or of the next version of one. */
export default function NewFormat() {
  const { code, definition, idempotencyKey } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <Dialog
      title={code === null ? 'New file format' : `New version of ${code}`}
      size="800x500"
      closeHref={code === null ? '/admin/formats' : `/admin/formats/${encodeURIComponent(code)}`}
    >
      <Form multipart idempotencyKey={idempotencyKey} refusal={refused?.refusal} typed={refused?.typed}>
        <FileInput
          name="files"
          label="JSON file"
          hint="Instead of the text below, 256 KB at most."
          staged={stagedFilesOf(refused)}
          slots={1}
          endings={['.json']}
          size={atMost(MAX_FORMAT_BYTES)}
        />
        <TextArea name="definition" label="JSON of the format" rows={14} defaultValue={definition} />
        <TextArea
          name="comment"
          label="Reason"
          hint="For the administrator who approves it."
          maxLength={1000}
        />
        <FormActions>
          <SubmitButton busyText="Checking…">Propose</SubmitButton>
        </FormActions>
      </Form>
    </Dialog>
  )
}
