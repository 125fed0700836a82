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
import { SelectInput, TextArea } from '~/ui/form/inputs'
import { FileContents } from '~/ui/upload/file-contents'
import { FileInput } from '~/ui/upload/file-input'
import { stagedFilesOf } from '~/ui/upload/staged-files'
import { addDeals } from '../deal-files.server'
import { DEALS_GUIDE } from '../deals-guide'
import { caseById } from '../read-case.server'
import { DEALS_TITLE, dealFormatsToChoose } from '../read-deals.server'
import { changingCase } from './case-page'

const DealFields = z.object({
  format: z.string().max(40).default(''),
  comment: z.string().max(4000, 'At most 4,000 characters.').default(''),
})

export async function loader(args: LoaderFunctionArgs) {
  const { read, caseId, services } = await changingCase(args)
  return pageRead(async () => {
    const formats = await dealFormatsToChoose(read, await caseById(read, caseId))
    const contents = shownGuide(DEALS_GUIDE, '/nav-errors/deals.xlsx')
    return { caseId, formats, contents, idempotencyKey: services.ids.uuid() }
  })
}

export async function action(args: ActionFunctionArgs) {
  const page = await changingCase(args)
  return uploadAnswer(
    args,
    page,
    { files: 1, fileBytes: WORKBOOK_BYTES, title: DEALS_TITLE },
    async ({ files, fields }) => {
      const given = { files, dryRun: false, ...parseFields(fields, DealFields, DEALS_TITLE) }
      const { lines, leftOut } = await addDeals(page, page.services, page.caseId, given)
      const others = leftOut > 0 ? `, ${leftOut} of others left out` : ''
      return redirectWithStatus(
        page,
        `/nav-errors/${page.caseId}`,
        `${counted(lines, 'deal')} added${others}`,
      )
    },
    DEALS_TITLE,
  )
}

/** Popup "Upload deals". */
export default function UploadDeals() {
  const { caseId, formats, contents, idempotencyKey } = useLoaderData<typeof loader>()
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
          staged={stagedFilesOf(refused)}
          again={refused !== undefined}
          slots={1}
          endings={['.xlsx', '.xls', '.xlsb', '.ods', '.csv', '.txt']}
          size={atMost(WORKBOOK_BYTES)}
          required
        />
        {formats.length > 0 && (
          <SelectInput
            name="format"
            label="File format"
            hint="The layout of the file; leave it blank to have it recognised."
            blank="Recognise it"
            options={formats}
          />
        )}
        <TextArea name="comment" label="Comment" maxLength={4000} />
        <FormActions>
          <SubmitButton busyText="Reading…">Upload deals</SubmitButton>
        </FormActions>
      </Form>
      <FileContents tables={[contents]} />
    </Dialog>
  )
}
