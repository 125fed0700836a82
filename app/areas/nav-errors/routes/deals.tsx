import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { parseFields } from '~/http/form'
import { pageRead, redirectWithStatus, uploadAnswer } from '~/http/page-answer'
import { shownGuide } from '~/platform/exports/table-guide'
import { atMost, WORKBOOK_BYTES } from '~/platform/files/upload-rules'
import { counted } from '~/platform/values/show'
import { Dialog } from '~/ui/dialog/dialog'
import { SubmitButton } from '~/ui/form/button'
import { Form, FormActions } from '~/ui/form/form'
import { TextArea } from '~/ui/form/inputs'
import { FileContents } from '~/ui/upload/file-contents'
import { FileInput } from '~/ui/upload/file-input'
import { keptFilesOf } from '~/ui/upload/kept-files'
import { addDeals } from '../deal-files.server'
import { DEALS_GUIDE } from '../deals-guide'
import { caseById } from '../read-case.server'
import { changingCase } from './case-page'

const TITLE = 'The deals cannot be read, see error.'

const DealFields = z.object({
  comment: z.string().max(4000, 'At most 4,000 characters.').default(''),
})

export async function loader(args: LoaderFunctionArgs) {
  const { read, caseId, services } = await changingCase(args)
  return pageRead(async () => {
    await caseById(read, caseId)
    const contents = shownGuide(DEALS_GUIDE, '/nav-errors/deals.xlsx')
    return { caseId, contents, idempotencyKey: services.ids.uuid() }
  })
}

export async function action(args: ActionFunctionArgs) {
  const page = await changingCase(args)
  return uploadAnswer(
    args,
    page,
    { files: 1, fileBytes: WORKBOOK_BYTES, title: TITLE },
    async ({ files, fields }) => {
      const { comment } = parseFields(fields, DealFields, TITLE)
      const given = { files, dryRun: false, comment }
      const { lines, leftOut } = await addDeals(page, page.services, page.caseId, given)
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
  const { caseId, contents, idempotencyKey } = useLoaderData<typeof loader>()
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
        <FileInput
          name="files"
          label="1 file"
          hint="A workbook or text file with the deals of the transfer agent."
          kept={keptFilesOf(refused)}
          again={refused !== undefined}
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
      <FileContents tables={[contents]} />
    </Dialog>
  )
}
