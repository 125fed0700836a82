import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageRead, redirectWithStatus, uploadAnswer } from '~/http/page-answer'
import { atMost, WORKBOOK_BYTES } from '~/platform/files/upload-rules'
import { counted } from '~/platform/values/show'
import { Dialog } from '~/ui/dialog/dialog'
import { SubmitButton } from '~/ui/form/button'
import { Form, FormActions } from '~/ui/form/form'
import { TextArea } from '~/ui/form/inputs'
import { FileInput } from '~/ui/upload/file-input'
import { addDeals } from '../deal-files.server'
import { caseById } from '../read-case.server'
import { changingCase } from './case-page'

const TITLE = 'The deals cannot be read, see error.'

export async function loader(args: LoaderFunctionArgs) {
  const { read, caseId, services } = await changingCase(args)
  return pageRead(async () => {
    await caseById(read, caseId)
    return { caseId, idempotencyKey: services.ids.uuid() }
  })
}

export async function action(args: ActionFunctionArgs) {
  const page = await changingCase(args)
  return uploadAnswer(
    args,
    page,
    { files: 1, fileBytes: WORKBOOK_BYTES, title: TITLE },
    async ({ files, fields: { comment = '' } }) => {
      const { lines, leftOut } = await addDeals(page, page.services, page.caseId, {
        files,
        dryRun: false,
        comment,
      })
      const others = leftOut > 0 ? `, ${leftOut} of others left out` : ''
      return redirectWithStatus(
        page,
        `/nav-errors/${page.caseId}`,
        `${counted(lines, 'deal')} added${others}`,
      )
    },
    TITLE,
  )
}

/** Popup "Upload deals". */
export default function UploadDeals() {
  const { caseId, idempotencyKey } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <Dialog title="Upload deals" closeHref={`/nav-errors/${caseId}`}>
      <Form
        multipart
        prefix="deals"
        idempotencyKey={idempotencyKey}
        refusal={refused?.refusal}
        typed={refused?.typed}
      >
        <p>
          The deals of the transfer agent with the columns Fund code, NAV date, Class code, Holder reference,
          Side (S for issued, R for redeemed) and Shares; Shares at end, Price, Kind and Link where known.
          Names of holders are not needed.
        </p>
        <FileInput
          name="files"
          label="1 file"
          hint={`A workbook or text file.${refused ? ' Choose the file again.' : ''}`}
          slots={1}
          endings={['.xlsx', '.xls', '.xlsb', '.ods', '.csv', '.txt']}
          size={atMost(WORKBOOK_BYTES)}
          required
        />
        <TextArea name="comment" label="Comment" maxLength={4000} />
        <FormActions>
          <SubmitButton busyText="Reading…">Upload deals</SubmitButton>
        </FormActions>
      </Form>
    </Dialog>
  )
}
