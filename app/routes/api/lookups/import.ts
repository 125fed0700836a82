import { runImport } from '~/domain/lookups/import/run-import.server'
import { DomainError } from '~/domain/values/domain-error'
import { jsonAnswer } from '~/http/calls/answer'
import { calls } from '~/http/calls/call'
import { readCallUpload } from '~/http/calls/upload'
import { booleanValue } from '~/http/calls/values'
import { workbookUpload } from '~/http/upload-limits'

/** POST import: a reference data workbook in the field files; with dryRun=true every change is told and none stored. */
export const loader = calls({
  POST: {
    may: ['administration', 'update'],
    title: 'File cannot be integrated, see error.',
    async answer({ actor, services }, { request }) {
      const { files, fields } = await readCallUpload(request, workbookUpload)
      const [file] = files
      if (!file)
        throw new DomainError('invalid', 'Send the reference data workbook in the field "files".', {
          fields: { files: 'Choose one workbook' },
        })
      const dryRun = booleanValue.safeParse(fields.dryRun ?? false)
      if (!dryRun.success)
        throw new DomainError('invalid', 'Give "dryRun" as true or false, or leave it out.', {
          fields: { dryRun: 'Give true or false' },
        })
      const report = await runImport(
        services,
        actor,
        { name: file.fileName, bytes: file.bytes },
        { dryRun: dryRun.data },
      )
      return jsonAnswer(report, report.dryRun ? 200 : 201)
    },
  },
})
export const action = loader
