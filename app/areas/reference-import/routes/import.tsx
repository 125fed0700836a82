import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { isAllowed } from '~/areas/access/actor'
import { administrationLinks } from '~/areas/access/menu'
import { parseFields } from '~/http/form'
import { type Guarded, guard } from '~/http/guard'
import { formOf, uploadAnswer } from '~/http/page-answer'
import type { Upload } from '~/http/uploads/upload'
import { workbookUpload } from '~/http/uploads/upload-limits'
import { atMost, WORKBOOK_BYTES, WORKBOOKS } from '~/platform/files/upload-rules'
import { DomainLinks } from '~/platform/page/use-site'
import { ConfirmClosing } from '~/platform/page/use-unsaved'
import { DomainError } from '~/platform/values/domain-error'
import { Fold } from '~/ui/fold/fold'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form, FormActions } from '~/ui/form/form'
import { Page, PageSection } from '~/ui/page/page'
import { TemplateLink } from '~/ui/upload/file-contents'
import { FileInput } from '~/ui/upload/file-input'
import { stagedFilesOf } from '~/ui/upload/staged-files'
import { BeforeControl } from '../before-control'
import { fundsBeforeControl } from '../before-control.server'
import { ImportResult, ImportWorking } from '../import-result'
import { runImport, storeDryRun, storedDryRun } from '../run-import.server'
import { GUIDES, slugOf, templateHref, WHOLE } from '../templates/guides'

interface ImportFormProps {
  idempotencyKey: string
  refused?: Refused
  /** The file must be chosen again. */
  again: boolean
  /** A dry run is shown below, with its own button. */
  isTried: boolean
}

/** One workbook, to try or to import. */
export function ImportForm({ idempotencyKey, refused, again, isTried }: ImportFormProps) {
  return (
    <Form multipart idempotencyKey={idempotencyKey} refusal={refused?.refusal} typed={refused?.typed}>
      <ImportWorking />
      <FileInput
        name="files"
        label="Reference data workbook"
        hint={`${WORKBOOKS.formats}, 20 MB at most; every sheet is optional.`}
        staged={stagedFilesOf(refused)}
        again={again || refused !== undefined}
        slots={1}
        endings={WORKBOOKS.endings}
        size={atMost(WORKBOOK_BYTES)}
        required
      />
      <FormActions>
        <SubmitButton name="intent" value="dry run" look="plain" busyText="Reading…">
          Dry run: show every change
        </SubmitButton>
        <SubmitButton name="intent" value="import" look={isTried ? 'plain' : 'primary'} busyText="Importing…">
          Import
        </SubmitButton>
      </FormActions>
    </Form>
  )
}

const TrialFields = z.object({ trial: z.string(), plan: z.string() })

export const meta = () => [{ title: 'Import reference data · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'administration')
  const { actor, services } = guarded
  return {
    before: await fundsBeforeControl(guarded),
    links: administrationLinks(actor),
    idempotencyKey: services.ids.uuid(),
    mayImport: isAllowed(actor, 'administration', 'update'),
    whole: templateHref(WHOLE),
    tables: GUIDES.map(({ name, about }) => ({ name, about, href: templateHref(slugOf(name)) })),
  }
}

const FORMS = { 'dry run': tryFile, import: importFile, 'import trial': importTrial }

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'administration', 'update')
  return uploadAnswer(
    args,
    guarded,
    workbookUpload,
    (upload) => formOf(FORMS, upload.fields.intent)(guarded, upload),
    'File cannot be integrated, see error.',
  )
}

/** Shows every change that the file would make, and keeps the file for an import. */
async function tryFile(guarded: Guarded, { files }: Upload) {
  const workbook = workbookIn(files)
  const report = await runImport(guarded, guarded.services, workbook, { dryRun: true })
  if (report.changes.length === 0) return { report, trial: null }
  const trial = await guarded.transaction((context) =>
    storeDryRun(context, guarded.actor.id, workbook, report),
  )
  return { report, trial: { ...trial, idempotencyKey: guarded.services.ids.uuid() } }
}

async function importFile(guarded: Guarded, { files }: Upload) {
  const report = await runImport(guarded, guarded.services, workbookIn(files), { dryRun: false })
  return { report, trial: null }
}

/** Imports the file of the dry run. */
async function importTrial(guarded: Guarded, { fields }: Upload) {
  const { trial, plan } = parseFields(fields, TrialFields)
  const workbook = await storedDryRun(guarded, guarded.actor.id, trial)
  const report = await runImport(guarded, guarded.services, workbook, { dryRun: false, plan })
  return { report, trial: null }
}

function workbookIn([file]: readonly { fileName: string; bytes: Uint8Array }[]) {
  if (file) return { name: file.fileName, bytes: file.bytes }
  throw new DomainError('invalid', 'Choose 1 Excel file.', { fields: { files: 'Choose 1 Excel file' } })
}

/** Reference data from one workbook: a dry run shows every change, an import stores them all or none. */
export default function Import() {
  const { links, mayImport, idempotencyKey, tables, whole, before } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { report, trial } = answer && 'report' in answer ? answer : { report: null, trial: null }
  return (
    <>
      <DomainLinks links={links} />
      <Page
        title="Import reference data"
        actions={
          <>
            <Link className="button" to="/admin/import/templates">
              Templates
            </Link>
            <a className="button" href={whole} download>
              All tables in one workbook
            </a>
          </>
        }
      >
        <PageSection>
          {mayImport ? (
            // A file that was tried is kept; one that was imported is no longer needed.
            <ConfirmClosing sent={report !== null}>
              <ImportForm
                idempotencyKey={idempotencyKey}
                refused={answer && 'refusal' in answer ? answer : undefined}
                again={report !== null && trial === null}
                isTried={trial !== null}
              />
            </ConfirmClosing>
          ) : (
            <p>You have read-only access. Importing needs the update permission for Administration.</p>
          )}
        </PageSection>
        {report && <ImportResult report={report} trial={trial} />}
        {before.length > 0 && <BeforeControl funds={before} />}
        <Fold
          title="What the files must contain"
          id="contents"
          result={`${tables.length} tables, all optional`}
        >
          <p>
            One workbook with a sheet for each table that you want to add or change; other tables stay as they
            are. <Link to="/admin/import/templates">All columns explained</Link>
          </p>
          <ul className="page__list">
            {tables.map((table) => (
              <li key={table.name}>
                <strong>{table.name}</strong>: {table.about} <TemplateLink table={table} />
              </li>
            ))}
          </ul>
        </Fold>
      </Page>
    </>
  )
}
