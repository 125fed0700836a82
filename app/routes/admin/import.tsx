import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ImportForm } from '~/components/admin/import/import-form'
import { ImportResult } from '~/components/admin/import/import-result'
import { DomainLinks } from '~/components/site/domain-links'
import { isAllowed } from '~/domain/access/actor'
import { domainLinks } from '~/domain/access/menu'
import { runImport } from '~/domain/lookups/import/run-import.server'
import { DomainError } from '~/domain/values/domain-error'
import { guard } from '~/http/guard'
import { uploadAnswer } from '~/http/page-answer'
import { workbookUpload } from '~/http/upload-limits'
import { Page, PageSection } from '~/ui/page/page'

export const meta = () => [{ title: 'Import reference data · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const { actor } = await guard(args, 'administration')
  return {
    links: domainLinks(actor, 'administration'),
    mayImport: isAllowed(actor, 'administration', 'update'),
  }
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'administration', 'update')
  const { actor, services } = guarded
  return uploadAnswer(
    args,
    guarded,
    workbookUpload,
    async ({ fields, files }) => {
      const [file] = files
      if (!file)
        throw new DomainError('invalid', 'Choose 1 Excel file.', { fields: { files: 'Choose 1 Excel file' } })
      const dryRun = fields.do !== 'import'
      const workbook = { name: file.fileName, bytes: file.bytes }
      return { report: await runImport(services, actor, workbook, { dryRun }) }
    },
    'File cannot be integrated, see error.',
  )
}

/** Reference data out of one workbook: a dry run shows every change, an import stores them all or none. */
export default function Import() {
  const { links, mayImport } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const report = answer && 'report' in answer ? answer.report : null
  return (
    <>
      <DomainLinks links={links} />
      <Page title="Import reference data">
        <PageSection>
          {mayImport ? (
            <ImportForm
              refused={answer && 'refusal' in answer ? answer : undefined}
              again={report !== null}
            />
          ) : (
            <p>You may read here. Importing needs the update permission for Administration.</p>
          )}
        </PageSection>
        {report && <ImportResult report={report} />}
      </Page>
    </>
  )
}
