import { z } from 'zod'
import { aNumber, aText } from '~/http/calls/answers'
import type { EndpointTable } from '~/http/calls/call-types'
import { takesFiles } from '~/http/calls/takes'
import { optionalIdValue, textValue } from '~/http/calls/values'
import type { UploadLimits } from '~/http/uploads/upload-limits'
import { WORKBOOK_BYTES } from '~/platform/files/upload-rules'
import { MAX_FORMAT_BYTES } from '~/platform/formats/format'
import { KINDS } from '~/platform/formats/kinds'
import { formatOfText, tryFormat } from './try-format.server'

const MAX_FILES = 5
const MB = 1024 * 1024

/** The files of a set, and the format as text; the files are in memory together. */
const limits: UploadLimits = {
  files: MAX_FILES,
  fileBytes: WORKBOOK_BYTES,
  bodyBytes: 100 * MB,
  fieldBytes: MAX_FORMAT_BYTES,
  title: 'Files cannot be read, see error.',
}

const aFact = z.object({ value: aText.nullable(), cell: aText.nullable() })
const aLine = z.object({
  row: aNumber.nullable().describe('The first row of the line.'),
  values: z.record(aText, aText.nullable()).describe('By the names of our columns.'),
  cells: z.record(aText, aText).describe('Where each value that came from the file stands.'),
})

const aTrial = z
  .object({
    format: z
      .object({ code: aText, version: aNumber })
      .nullable()
      .describe('The stored format that read the files; null for one that was sent.'),
    tables: z.array(
      z.object({
        kind: z.enum(KINDS),
        file: aText,
        funds: z.array(z.object({ facts: z.record(aText, aFact), lines: z.array(aLine) })),
        skipped: aNumber.describe('Rows that are neither line nor section.'),
      }),
    ),
    faults: z
      .array(
        z.object({
          file: aText.nullable(),
          sheet: aText.nullable(),
          cell: aText.nullable(),
          what: aText,
        }),
      )
      .describe('The first 20.'),
  })
  .meta({ id: 'FormatTrial' })

export const formatsCalls: EndpointTable = {
  about: 'navs',
  calls: {
    /** POST formats/try: reads files by a file format that is sent with them; stores nothing. */
    'formats/try': {
      POST: {
        may: ['navctrl', 'add'],
        title: 'Files cannot be read, see error.',
        summary:
          'Reads the files of a set, or one of them, by a file format: the tables with their cells and faults. Stores nothing.',
        answers: { 200: aTrial },
        ...takesFiles(
          {
            limits,
            fields: z.object({
              format: textValue.describe('The JSON of the file format.'),
              fundNavId: optionalIdValue.describe(
                'The NAV that gives the facts that the format leaves to it.',
              ),
            }),
          },
          async ({ read, services: { workers } }, _, { files, fields }) => {
            const format = formatOfText(fields.format)
            return { format: null, ...(await tryFormat({ read, workers }, format, files, fields.fundNavId)) }
          },
        ),
      },
    },
  },
}
