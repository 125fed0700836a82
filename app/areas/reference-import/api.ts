import { z } from 'zod'
import { SHEET_NAMES } from '~/areas/lookups/sheets'
import { aBoolean, aFile, aNumber, aText, jsonAnswer } from '~/http/calls/answers'
import type { EndpointTable } from '~/http/calls/call-types'
import { takesFiles } from '~/http/calls/takes'
import { booleanValue } from '~/http/calls/values'
import { generatedFile } from '~/http/downloads/download'
import { workbookUpload } from '~/http/uploads/upload-limits'
import { DomainError } from '~/platform/values/domain-error'
import { runImport } from './run-import.server'
import { GUIDES, slugOf } from './templates/guides'
import { templateFile, XLSX } from './templates/template-file.server'

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

const aTemplate = z
  .object({
    template: aText.describe('Its name in the address of the template: "share-classes".'),
    sheet: aSheet,
    about: aText,
    columns: z.array(
      z.object({
        header: aText,
        required: aBoolean,
        about: aText,
        accepts: aText.describe('The kind of value, or the possible values.'),
      }),
    ),
  })
  .meta({ id: 'ImportTemplate' })

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
    'import/templates': {
      GET: {
        may: ['administration'],
        summary: 'The tables of reference data, with what each column holds.',
        answers: { 200: z.object({ tables: z.array(aTemplate) }) },
        answer: async () => ({
          tables: GUIDES.map(({ name, about, columns }) => ({
            template: slugOf(name),
            sheet: name,
            about,
            columns,
          })),
        }),
      },
    },
    'import/templates/:template': {
      GET: {
        may: ['administration'],
        title: 'No such template',
        summary: 'A workbook to fill in: a table with example rows, or all of them (all-tables).',
        answers: { 200: aFile(XLSX) },
        answer: (guarded, { params }) => generatedFile(guarded, () => templateFile(params.template ?? '')),
      },
    },
  },
}
