import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { CONTROL_TITLE } from '~/areas/navs/control/control-upload'
import { summaryOf } from '~/areas/navs/nav'
import { SET_WORDS, tablesOfSet } from '~/areas/navs/workbooks/table-guides'
import { parseFields } from '~/http/form'
import { pageRead, redirectWithStatus, uploadAnswer } from '~/http/page-answer'
import { shownGuide } from '~/platform/exports/table-guide'
import { atMost, WORKBOOK_BYTES, WORKBOOKS } from '~/platform/files/upload-rules'
import { Dialog } from '~/ui/dialog/dialog'
import { SubmitButton } from '~/ui/form/button'
import { Form, FormActions } from '~/ui/form/form'
import { SelectInput, TextArea } from '~/ui/form/inputs'
import { FileContents } from '~/ui/upload/file-contents'
import { FileInput } from '~/ui/upload/file-input'
import { stagedFilesOf } from '~/ui/upload/staged-files'
import { addCorrection } from '../add-correction.server'
import { filesOfFund } from '../corrected-navs.server'
import { BOOKS, CorrectionFilesFields, MAX_CORRECTED_FILES } from '../forms'
import { caseById } from '../read-case.server'
import { changingCase } from './case-page'

export async function loader(args: LoaderFunctionArgs) {
  const page = await changingCase(args)
  const { caseId, services } = page
  return pageRead(async () => {
    const { fundCode, fundId } = await caseById(page.read, caseId)
    const { set, formats } = await filesOfFund(page, fundId)
    const tables = tablesOfSet(set).map(({ guide, href }) => shownGuide(guide, href))
    return { caseId, fundCode, formats, about: SET_WORDS[set], tables, idempotencyKey: services.ids.uuid() }
  })
}

export async function action(args: ActionFunctionArgs) {
  const page = await changingCase(args)
  const limits = { files: MAX_CORRECTED_FILES, fileBytes: WORKBOOK_BYTES, title: CONTROL_TITLE }
  return uploadAnswer(
    args,
    page,
    limits,
    async ({ files, fields }) => {
      const given = parseFields(fields, CorrectionFilesFields, CONTROL_TITLE)
      const { control } = await addCorrection(page, page.services, page.caseId, { files, ...given })
      return redirectWithStatus(
        page,
        `/nav-errors/${page.caseId}`,
        `Corrected files controlled: ${summaryOf(control)}`,
      )
    },
    CONTROL_TITLE,
  )
}

/** Popup "Upload corrected files": a control beside the round that was sent. */
export default function AddCorrection() {
  const { caseId, fundCode, formats, about, tables, idempotencyKey } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <Dialog title="Upload corrected files" closeHref={`/nav-errors/${caseId}`}>
      <Form
        multipart
        prefix="corrected"
        idempotencyKey={idempotencyKey}
        refusal={refused?.refusal}
        typed={refused?.typed}
      >
        <p>
          The files of one NAV of {fundCode} with all errors put right. They are controlled by all rules
          against the corrected NAV before; what was sent stays as it is.
        </p>
        <FileInput
          name="files"
          label="2 or 3 files"
          hint={`${WORKBOOKS.formats}. They are recognised by their content.`}
          staged={stagedFilesOf(refused)}
          again={refused !== undefined}
          slots={MAX_CORRECTED_FILES}
          endings={WORKBOOKS.endings}
          size={atMost(WORKBOOK_BYTES)}
          required
        />
        {formats.length > 0 && (
          <SelectInput
            name="format"
            label="File format"
            hint="The layout of the files; leave it blank to have it recognised."
            blank="Recognise it"
            options={formats}
          />
        )}
        <SelectInput name="books" label="The books hold" required defaultValue="real" options={BOOKS} />
        <TextArea name="comment" label="Comment" maxLength={4000} />
        <FormActions>
          <SubmitButton busyText="Running the control…">Upload corrected files</SubmitButton>
        </FormActions>
      </Form>
      <FileContents tables={tables}>
        <p>{about}</p>
      </FileContents>
    </Dialog>
  )
}
