import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { isAllowed } from '~/areas/access/actor'
import { parseFields } from '~/http/form'
import { type Guarded, guard } from '~/http/guard'
import { redirectWithStatus, uploadAnswer } from '~/http/page-answer'
import { servicesOfProcess } from '~/http/services-of-request'
import type { UploadedFile } from '~/http/uploads/upload'
import { shownGuide } from '~/platform/exports/table-guide'
import { keepFiles } from '~/platform/files/staged-files.server'
import { atMost, WORKBOOK_BYTES, WORKBOOKS } from '~/platform/files/upload-rules'
import { Dialog } from '~/ui/dialog/dialog'
import { SubmitButton } from '~/ui/form/button'
import { Form, FormActions } from '~/ui/form/form'
import { SelectInput, TextInput } from '~/ui/form/inputs'
import { PageSection } from '~/ui/page/page'
import { FileContents } from '~/ui/upload/file-contents'
import { FileInput } from '~/ui/upload/file-input'
import { type StagedFiles, stagedFilesOf } from '~/ui/upload/staged-files'
import { FUNDESK } from '../formats/fundesk'
import { OtherLayouts } from '../formats/other-layouts'
import { SOURCES_UPLOAD, SourcesFields } from '../forms'
import { SOURCE_GUIDES } from '../sources/source-guides'
import { MAX_SOURCE_FILES, SOURCE_KINDS, SOURCES_TITLE } from '../sources/source-kinds'
import {
  faultLines,
  receivedInWords,
  receiveSources,
  type SourcesReceived,
  sourceFormatCodes,
} from '../sources/upload-sources.server'

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await guard(args, 'navctrl', 'add')
  return {
    isAdministrator: isAllowed(actor, 'administration', 'update'),
    idempotencyKey: services.ids.uuid(),
    formats: [FUNDESK, ...(await sourceFormatCodes(read))],
    tables: SOURCE_GUIDES.map(({ guide, href }) => shownGuide(guide, href)),
  }
}

const unknownInWords = ({ unknownFunds }: SourcesReceived) =>
  unknownFunds.length === 0 ? [] : [`Not funds of this site: ${unknownFunds.join(', ')}`]

/** Keeps the files that were tried: they are sent again with the form. */
async function keptOf(guarded: Guarded, files: readonly UploadedFile[]): Promise<StagedFiles> {
  const id = await keepFiles(guarded, servicesOfProcess(guarded.services), files)
  return { id, names: files.map(({ fileName }) => fileName) }
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'navctrl', 'add')
  return uploadAnswer(
    args,
    guarded,
    SOURCES_UPLOAD,
    async ({ files, fields }) => {
      const { intent, ...given } = parseFields(fields, SourcesFields, SOURCES_TITLE)
      const dryRun = intent === 'dry run'
      const result = await receiveSources(guarded, guarded.services, { ...given, files, dryRun })
      const lines = [...result.received.map(receivedInWords), ...unknownInWords(result)]
      if (dryRun)
        return data({
          trial: { lines, faults: faultLines(result.faults), kept: await keptOf(guarded, files), fields },
        })
      return redirectWithStatus(guarded, '/second-sources', lines.join('. '))
    },
    SOURCES_TITLE,
  )
}

/** Popup "Upload sources": the files are stored, or only read. */
export default function UploadSources() {
  const { idempotencyKey, formats, tables, isAdministrator } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const refused = answer && 'refusal' in answer ? answer : undefined
  const trial = answer && 'trial' in answer ? answer.trial : null
  const kept = trial ? trial.kept : stagedFilesOf(refused)
  return (
    <Dialog title="Upload sources" size="800x500" closeHref="/second-sources">
      {trial && (
        <PageSection title="Dry run: nothing was stored">
          <ul>
            {[...trial.faults, ...trial.lines].map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </PageSection>
      )}
      <Form
        multipart
        prefix="sources"
        idempotencyKey={idempotencyKey}
        refusal={refused?.refusal}
        typed={refused?.typed ?? trial?.fields}
      >
        <FileInput
          name="files"
          label="Files of the transfer agent, depositary, broker or vendor"
          hint={`${WORKBOOKS.formats}, each at most 20 MB. A file may hold many funds and days.`}
          staged={kept}
          again={answer !== undefined}
          stagedActions={<Link to={`/admin/formats/teach/${kept?.id}`}>Teach this format</Link>}
          slots={MAX_SOURCE_FILES}
          endings={WORKBOOKS.endings}
          size={atMost(WORKBOOK_BYTES)}
          required
        />
        <SelectInput
          name="format"
          label="File format"
          hint={`Blank: ${FUNDESK}, or the one format that reads the files.`}
          options={formats.map((value) => ({ value, label: value }))}
        />
        <TextInput
          name="sender"
          label="Sender"
          hint={`Of files with ${FUNDESK}’s headings, such as BANK-A; blank: the kind. Other formats name it themselves.`}
          maxLength={40}
        />
        <SelectInput
          name="kind"
          label="Kind"
          hint="Blank: each sheet by its headings."
          options={SOURCE_KINDS.map((value) => ({ value, label: value }))}
        />
        <FormActions>
          <SubmitButton name="intent" value="dry run" look="plain" busyText="Reading…">
            Dry run
          </SubmitButton>
          <SubmitButton name="intent" value="store" busyText="Reading…">
            Upload sources
          </SubmitButton>
        </FormActions>
      </Form>
      <FileContents tables={tables}>
        <p>A sheet is recognised by its headings.</p>
        <OtherLayouts isAdministrator={isAdministrator} />
      </FileContents>
    </Dialog>
  )
}
