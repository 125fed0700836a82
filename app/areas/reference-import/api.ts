import { z } from 'zod'
import { SHEET_NAMES } from '~/areas/lookups/sheets'
import { aBoolean, aNumber, aText, jsonAnswer } from '~/http/calls/answers'
import type { EndpointTable } from '~/http/calls/call-types'
import { takesFiles } from '~/http/calls/takes'
import { booleanValue } from '~/http/calls/values'
import { workbookUpload } from '~/http/uploads/upload-limits'
import { DomainError } from '~/platform/values/domain-error'
import { runImport } from './run-import.server'

const aSheet = z.enum(SHEET_NAMES)

/** The result of an import, or the expected result of a dry run. */
const aReport = z
  .object({
    file: aText,
    dryRun: aBoolean,
    sheets: z.array(
      z.object({
        sheet: aSheet,
        rows: aNumber,
        inserted: aNumber,
        updated: aNumber,
        waiting: aNumber.describe('Rows that are pending second approval.'),
        unchanged: aNumber,
      }),
    ),
    changes: z.array(
      z.object({
        sheet: aSheet,
        row: aNumber,
        key: aText,
        action: z.enum(['insert', 'update']),
        waits: aBoolean,
        fields: z.array(z.object({ field: aText, before: aText, after: aText })),
      }),
    ),
    notes: z.array(aText),
  })
  .meta({ id: 'ImportReport' })

const upload = {
  limits: workbookUpload,
  fields: z.object({
    dryRun: booleanValue.default(false).describe('Shows every change and saves none.'),
  }),
}

export const referenceImportCalls: EndpointTable = {
  about: 'lookups',
  calls: {
    /**
     * POST import: a reference data workbook in the field files; with dryRun=true every change is reported and none
     * stored.
     */
    import: {
      POST: {
        may: ['administration', 'update'],
        summary:
          'Imports a workbook of reference data: all of its sheets, or nothing. A dry run shows what would change.',
        title: 'File cannot be integrated, see error.',
        answers: { 200: aReport, 201: aReport },
        ...takesFiles(upload, async (guarded, _, { files, fields }) => {
          const [file] = files
          if (!file)
            throw new DomainError('invalid', 'Send the reference data workbook in the field "files".', {
              fields: { files: 'Choose one workbook' },
            })
          const workbook = { name: file.fileName, bytes: file.bytes }
          const report = await runImport(guarded, guarded.services, workbook, fields)
          return jsonAnswer(report, report.dryRun ? 200 : 201)
        }),
      },
    },
  },
}
